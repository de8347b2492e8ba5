package io.sluice.sim.world;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A data source that a pool makes from the name of its class. */
public final class DriverBean implements DataSource {

    /** That of the thread that is about to open a pool. */
    private static final ThreadLocal<@Nullable SimDatabase> NEXT = new ThreadLocal<>();

    private static final ThreadLocal<Integer> NEXT_WAY = ThreadLocal.withInitial(() -> 0);

    private final SimDatabase database = Objects.requireNonNull(NEXT.get());

    /** How it says that it has no time limit. */
    private final int way = NEXT_WAY.get();

    /**
     * Has the next bean that the calling thread makes lead to a database.
     *
     * @param way how it says that it has no time limit; in one of them it has one
     */
    public static void isOf(SimDatabase database, int way) {
        NEXT.set(database);
        NEXT_WAY.set(way);
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        switch (way) {
            case 1 -> throw SimSession.unsupported("setLoginTimeout");
            case 2 -> throw new UnsupportedOperationException("setLoginTimeout");
            case 3 -> throw new AbstractMethodError("setLoginTimeout");
            default -> database.setLoginTimeout(seconds);
        }
    }

    @Override
    public Connection getConnection() throws SQLException {
        return database.getConnection();
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        return database.getConnection(username, password);
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) {
        // Nothing is written.
    }

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() {
        return database.getParentLogger();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw SimSession.unsupported("unwrap");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
