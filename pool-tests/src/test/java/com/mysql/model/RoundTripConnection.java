package com.mysql.model;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import org.h2.jdbc.JdbcConnection;

/**
 * A connection of H2 that notes the calls for which MySQL's Connector/J, with its defaults, goes to
 * the server. A statement counts when it is made, since each is executed once here. In a package of
 * that driver, by which it is known.
 */
public final class RoundTripConnection extends JdbcConnection {

    private final List<String> trips = new CopyOnWriteArrayList<>();
    private boolean readOnly;

    public RoundTripConnection() throws SQLException {
        super("jdbc:h2:mem:", new Properties(), "sa", "", false);
    }

    /** Returns the calls so far, and forgets them. */
    public List<String> takeTrips() {
        List<String> taken = List.copyOf(trips);
        trips.clear();
        return taken;
    }

    @Override
    public synchronized void setAutoCommit(boolean autoCommit) throws SQLException {
        int before = trips.size();
        super.setAutoCommit(autoCommit); // H2's calls its own commit
        trips.subList(before, trips.size()).clear();
        trips.add("SET autocommit");
    }

    @Override
    public synchronized void commit() throws SQLException {
        trips.add("COMMIT");
        super.commit();
    }

    @Override
    public synchronized void rollback() throws SQLException {
        trips.add("ROLLBACK");
        super.rollback();
    }

    @Override
    public void setTransactionIsolation(int level) throws SQLException {
        trips.add("SET SESSION TRANSACTION ISOLATION LEVEL");
        super.setTransactionIsolation(level);
    }

    @Override
    public int getTransactionIsolation() throws SQLException {
        trips.add("SELECT @@session.transaction_isolation");
        return super.getTransactionIsolation();
    }

    @Override
    public void setReadOnly(boolean value) {
        trips.add("SET SESSION TRANSACTION READ ONLY");
        readOnly = value;
    }

    @Override
    public boolean isReadOnly() {
        trips.add("SELECT @@session.transaction_read_only");
        return readOnly;
    }

    @Override
    public void setCatalog(String catalog) {
        trips.add("USE");
    }

    @Override
    public void setClientInfo(String name, String value) {
        // Kept by the driver alone.
    }

    @Override
    public boolean isValid(int timeout) {
        trips.add("ping");
        return true;
    }

    @Override
    public Statement createStatement() throws SQLException {
        trips.add("statement");
        return super.createStatement();
    }

    @Override
    public PreparedStatement prepareStatement(String sql) throws SQLException {
        trips.add("statement");
        return super.prepareStatement(sql);
    }
}
