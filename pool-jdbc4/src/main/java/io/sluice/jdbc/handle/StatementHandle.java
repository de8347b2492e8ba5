package io.sluice.jdbc.handle;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * A statement that knows its connection handle and its open result sets. It is closed by the
 * application, by its connection, or by the driver on completion.
 *
 * <p>The driver closes its result sets together with the statement or when it is executed again;
 * here they are only made to refuse calls.
 */
public abstract class StatementHandle extends DelegatingStatement {
    final ConnectionHandle connection;

    /**
     * The application asked for it, so a closed result set is a reason to look. Shared: plain.
     * Partner: none (a thread that misses it leaves the statement to the driver, which {@code
     * isClosed} and the close of the connection ask again).
     */
    private boolean closesOnCompletion;

    /**
     * How often all result sets ended so far: by an execution or the end of the statement. A result
     * set refuses calls once this is another number than at its start, so that it need not be in a
     * list. A short, so that a handle is 32 bytes. Shared: plain. Partner: {@code
     * ResultSetHandle.generation}. If two threads count at once, the driver refuses what is closed.
     */
    private short generation;

    StatementHandle(ConnectionHandle connection) {
        this.connection = connection;
    }

    /** The driver's object, also when this handle is closed; the subclass has the field. */
    abstract Statement statement();

    /**
     * The flag of the connection counts as well. If one thread makes a statement while another
     * closes the connection, the closing thread may miss it, and it must not reach into the next
     * lease.
     */
    final void checkOpen() throws SQLException {
        if (isMarkedClosed() || connection.isMarkedClosed()) {
            throw connection.closedError("Statement");
        }
    }

    @Override
    protected final Statement delegate() throws SQLException {
        checkOpen();
        return statement();
    }

    @Override
    protected SQLException failed(SQLException failure) {
        return connection.failed(failure);
    }

    // Closing

    @Override
    public void close() throws SQLException {
        if (claim()) {
            connection.passOver(this);
            closeClaimed();
        }
    }

    @Override
    final void closeClaimed() throws SQLException {
        try {
            end();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    /** Closes what this handle had of the driver; it refuses calls already. */
    void end() throws SQLException {
        retireResultSets();
        statement().close();
    }

    /** Asks the driver too: it may have closed the statement on completion. */
    @Override
    public boolean isClosed() throws SQLException {
        if (isMarkedClosed() || connection.isMarkedClosed()) {
            return true;
        }
        try {
            return closedByDriver();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    private boolean closedByDriver() throws SQLException {
        if (!statement().isClosed()) {
            return false;
        }
        if (claim()) {
            retireResultSets();
            connection.passOver(this);
        }
        return true;
    }

    @Override
    public void closeOnCompletion() throws SQLException {
        super.closeOnCompletion();
        closesOnCompletion = true;
    }

    /** Called when the application has closed a result set of this statement. */
    final void resultSetClosed() throws SQLException {
        if (closesOnCompletion && !isMarkedClosed()) {
            closedByDriver();
        }
    }

    /** Asks the driver to cancel what it executes here, if it can. */
    final void cancelQuietly() {
        try {
            statement().cancel();
        } catch (SQLException | RuntimeException e) {
            // The cancelling thread waits for the calls to return, and ends the connection if not.
        }
    }

    // Result sets

    final short generation() {
        return generation;
    }

    /**
     * Makes all result sets refuse calls. One that another thread is opening at this moment may be
     * missed; the driver closes it nonetheless.
     */
    final void retireResultSets() {
        generation++;
        if (firstChild() != null) {
            takeChildren();
        }
    }

    /** The same where the statement stays open, so that the driver has to be told. */
    final void closeResultSets() throws SQLException {
        generation++;
        for (ChildNode child = takeChildren(); child != null; child = child.next) {
            if (!child.isMarkedClosed()) {
                ((ResultSetHandle) child).resultSet.close();
            }
        }
    }

    /** Wraps the result of an execution, which has ended all results before it. */
    final ResultSetHandle opened(ResultSet results) throws SQLException {
        ResultSetHandle handle = new ResultSetHandle(results, this, ResultSetHandle.Kind.CURRENT);
        track(handle);
        if (isMarkedClosed()) {
            throw refused(handle);
        }
        return handle;
    }

    /**
     * Called for the result of an execution, to close it where the driver's statement is reused.
     * Elsewhere nothing refers to it, so that the compiler can leave the handle out.
     */
    void track(ResultSetHandle results) {}

    /** Wraps a result set; one that the driver has returned before keeps its handle. */
    private @Nullable ResultSet openedOnce(@Nullable ResultSet results, ResultSetHandle.Kind kind)
            throws SQLException {
        if (results == null) {
            return null;
        }
        ResultSetHandle handle = null;
        for (; ; ) {
            ChildNode first = firstChild();
            for (ChildNode child = first; child != null; child = child.next) {
                ResultSetHandle known = (ResultSetHandle) child;
                if (known.resultSet == results && !known.isMarkedClosed()) {
                    return known;
                }
            }
            if (handle == null) {
                handle = new ResultSetHandle(results, this, kind);
            }
            if (linkBefore(first, handle)) {
                break;
            }
        }
        if (isMarkedClosed()) {
            throw refused(handle);
        }
        return handle;
    }

    /** For a result set that came when this statement was closed; the driver closes it. */
    private SQLException refused(ResultSetHandle late) {
        late.markClosed();
        return connection.closedError("Statement");
    }

    @Override
    public @Nullable ResultSet getResultSet() throws SQLException {
        return openedOnce(super.getResultSet(), ResultSetHandle.Kind.CURRENT);
    }

    @Override
    public @Nullable ResultSet getGeneratedKeys() throws SQLException {
        connection.enter();
        try {
            return openedOnce(super.getGeneratedKeys(), ResultSetHandle.Kind.KEYS);
        } finally {
            connection.leave();
        }
    }

    @Override
    public boolean getMoreResults() throws SQLException {
        connection.enter();
        try {
            boolean more = super.getMoreResults();
            advance(CLOSE_CURRENT_RESULT);
            return more;
        } finally {
            connection.leave();
        }
    }

    @Override
    public boolean getMoreResults(int current) throws SQLException {
        connection.enter();
        try {
            boolean more = super.getMoreResults(current);
            advance(current);
            return more;
        } finally {
            connection.leave();
        }
    }

    /** Follows what the driver did to the earlier results when it moved on to the next one. */
    private void advance(int current) {
        for (ChildNode child = firstChild(); child != null; child = child.next) {
            ResultSetHandle handle = (ResultSetHandle) child;
            if (current == KEEP_CURRENT_RESULT) {
                handle.keep();
            } else if (handle.endsWith(current)) {
                handle.markClosed();
                passOver(handle);
            }
        }
    }

    // Calls for which some drivers send a statement of their own to the server

    @Override
    public SQLWarning getWarnings() throws SQLException {
        connection.enterUnnoted();
        try {
            return super.getWarnings();
        } finally {
            connection.leave();
        }
    }

    @Override
    public int getQueryTimeout() throws SQLException {
        connection.enterUnnoted();
        try {
            return super.getQueryTimeout();
        } finally {
            connection.leave();
        }
    }

    @Override
    public void setQueryTimeout(int seconds) throws SQLException {
        connection.enterUnnoted();
        try {
            note(StatementTrace.QUERY_TIMEOUT);
            super.setQueryTimeout(seconds);
        } finally {
            connection.leave();
        }
    }

    /**
     * Called before each call that leaves a trace on the driver's statement; of interest where that
     * is reused.
     */
    void note(StatementTrace trace) throws SQLException {}

    // Execution

    /** The driver closes earlier results, even if the execution fails. */
    void executing() throws SQLException {
        connection.enterExecution();
        retireResultSets();
    }

    /**
     * The same for a text that comes with the execution. JDBC forbids that to prepared statements,
     * and some drivers allow it.
     */
    void executingText() throws SQLException {
        executing();
    }

    /**
     * Records the work once more: a commit on another thread may have cleared the first record
     * before the driver came to the execution.
     */
    void executed() {
        connection.worked();
        connection.leave();
    }

    @Override
    public ResultSet executeQuery(String sql) throws SQLException {
        executingText();
        try {
            return opened(super.executeQuery(sql));
        } finally {
            executed();
        }
    }

    @Override
    public int executeUpdate(String sql) throws SQLException {
        executingText();
        try {
            return super.executeUpdate(sql);
        } finally {
            executed();
        }
    }

    @Override
    public boolean execute(String sql) throws SQLException {
        executingText();
        try {
            return super.execute(sql);
        } finally {
            executed();
        }
    }

    @Override
    public int[] executeBatch() throws SQLException {
        executing();
        try {
            return super.executeBatch();
        } finally {
            executed();
        }
    }

    @Override
    public int executeUpdate(String sql, int autoGeneratedKeys) throws SQLException {
        executingText();
        try {
            return super.executeUpdate(sql, autoGeneratedKeys);
        } finally {
            executed();
        }
    }

    @Override
    public int executeUpdate(String sql, int[] columnIndexes) throws SQLException {
        executingText();
        try {
            return super.executeUpdate(sql, columnIndexes);
        } finally {
            executed();
        }
    }

    @Override
    public int executeUpdate(String sql, String[] columnNames) throws SQLException {
        executingText();
        try {
            return super.executeUpdate(sql, columnNames);
        } finally {
            executed();
        }
    }

    @Override
    public boolean execute(String sql, int autoGeneratedKeys) throws SQLException {
        executingText();
        try {
            return super.execute(sql, autoGeneratedKeys);
        } finally {
            executed();
        }
    }

    @Override
    public boolean execute(String sql, int[] columnIndexes) throws SQLException {
        executingText();
        try {
            return super.execute(sql, columnIndexes);
        } finally {
            executed();
        }
    }

    @Override
    public boolean execute(String sql, String[] columnNames) throws SQLException {
        executingText();
        try {
            return super.execute(sql, columnNames);
        } finally {
            executed();
        }
    }

    @Override
    public long[] executeLargeBatch() throws SQLException {
        executing();
        try {
            return super.executeLargeBatch();
        } finally {
            executed();
        }
    }

    @Override
    public long executeLargeUpdate(String sql) throws SQLException {
        executingText();
        try {
            return super.executeLargeUpdate(sql);
        } finally {
            executed();
        }
    }

    @Override
    public long executeLargeUpdate(String sql, int autoGeneratedKeys) throws SQLException {
        executingText();
        try {
            return super.executeLargeUpdate(sql, autoGeneratedKeys);
        } finally {
            executed();
        }
    }

    @Override
    public long executeLargeUpdate(String sql, int[] columnIndexes) throws SQLException {
        executingText();
        try {
            return super.executeLargeUpdate(sql, columnIndexes);
        } finally {
            executed();
        }
    }

    @Override
    public long executeLargeUpdate(String sql, String[] columnNames) throws SQLException {
        executingText();
        try {
            return super.executeLargeUpdate(sql, columnNames);
        } finally {
            executed();
        }
    }

    // Connection and driver's object

    @Override
    public Connection getConnection() throws SQLException {
        checkOpen();
        return connection;
    }

    @Override
    public <T> T unwrap(Class<T> iface) throws SQLException {
        checkOpen();
        if (iface.isInstance(this)) {
            return iface.cast(this);
        }
        return connection.lend(
                iface.isInstance(statement()) ? iface.cast(statement()) : super.unwrap(iface));
    }

    @Override
    public boolean isWrapperFor(Class<?> iface) throws SQLException {
        checkOpen();
        return iface.isInstance(this) || iface.isInstance(statement()) || super.isWrapperFor(iface);
    }

    @Override
    public String toString() {
        return describe(statement(), isMarkedClosed());
    }
}
