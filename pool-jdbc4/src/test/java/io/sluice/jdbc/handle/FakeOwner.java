package io.sluice.jdbc.handle;

import io.sluice.pool.spi.BranchGate;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/** An owner that records what it is told and does what a test scripts. */
class FakeOwner extends ConnectionOwner {
    final List<ConnectionHandle> released = new CopyOnWriteArrayList<>();
    final List<ConnectionHandle> invalid = new CopyOnWriteArrayList<>();
    final List<SQLException> failures = new CopyOnWriteArrayList<>();
    final List<ConnectionAttribute> changing = new CopyOnWriteArrayList<>();
    final List<String> closedErrors = new CopyOnWriteArrayList<>();
    volatile UnaryOperator<SQLException> replacement = UnaryOperator.identity();
    volatile SQLException lastClosedError;
    volatile boolean abortsInLease;
    volatile SQLException refusal;
    volatile StatementStore statements;
    private volatile Connection connection;

    FakeOwner() {
        this(null);
    }

    FakeOwner(BranchGate gate) {
        super(gate);
        holder = new MarkedHolder();
    }

    /** Takes the connection that handles made with this owner are for. */
    FakeOwner over(Connection driver) {
        connection = driver;
        return this;
    }

    @Override
    public Connection connection() {
        return connection;
    }

    @Override
    public StatementStore statements() {
        return statements;
    }

    @Override
    public void release(ConnectionHandle handle) throws SQLException {
        released.add(handle);
        handle.closeChildren();
    }

    @Override
    public boolean aborting(ConnectionHandle handle) {
        return true;
    }

    @Override
    public void abortsInLease() {
        abortsInLease = true;
    }

    @Override
    public SQLException failed(SQLException failure) {
        failures.add(failure);
        return replacement.apply(failure);
    }

    @Override
    public void foundInvalid(ConnectionHandle handle) {
        invalid.add(handle);
    }

    @Override
    public void changing(ConnectionHandle handle, ConnectionAttribute attribute)
            throws SQLException {
        changing.add(attribute);
        if (refusal != null) {
            throw refusal;
        }
    }

    @Override
    public SQLException closedError(String what) {
        closedErrors.add(what);
        SQLException error = new SQLException(what + " is closed", "08003");
        lastClosedError = error;
        return error;
    }
}
