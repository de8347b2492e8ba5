package io.sluice.jdbc.handle;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Struct;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The connection an application sees during one lease. Made per lease and never used again; once
 * closed it refuses every call and can touch nothing.
 *
 * <p>Making one and closing it again, with nothing in between, is all there is on the hot path of a
 * pool: a few fields, no list, no lock, no fence.
 *
 * <p><b>For the owner.</b> {@link #stamp}, {@link #changes}, {@link #aborted}, {@link #autoCommit},
 * {@link #mayHaveOpenTransaction}, {@link #ran}, {@link #hasOpenChildren} and {@link
 * #closeChildren}: what happened in the lease and what is left to clean up. The flags are plain
 * fields, written before the driver is called; the owner reads them on the thread that closes. What
 * another thread does at that very moment without being ordered before the close may be missed.
 */
public final class ConnectionHandle extends DelegatingConnection {
    /** In {@code state}: the connection was aborted. The sign bit. */
    private static final short ABORTED = (short) (1 << 15);

    /** In {@code state}: auto-commit was switched on last. Never set without its attribute. */
    private static final short AUTO_COMMIT_ON = 1 << 14;

    /** In {@code state}: something was run in this lease. */
    private static final short RAN = 1 << 13;

    /**
     * In {@code state}: the application has objects of the driver that we do not see being used.
     */
    private static final short LENT = 1 << 12;

    /** In {@code state}: a statement or result set was opened in this lease. */
    private static final short OPENED = 1 << 11;

    /**
     * Attributes that decide what a statement prepared without naming them is. A lease that has
     * changed one neither uses statements of other leases nor leaves any to them.
     */
    private static final int PREPARES_OTHERWISE =
            ConnectionAttribute.CATALOG.bit()
                    | ConnectionAttribute.SCHEMA.bit()
                    | ConnectionAttribute.HOLDABILITY.bit()
                    | ConnectionAttribute.TYPE_MAP.bit();

    private static final VarHandle STATE;

    static {
        try {
            STATE =
                    MethodHandles.lookup()
                            .findVarHandle(ConnectionHandle.class, "state", short.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final HandleOwner owner;
    private final long stamp;

    /**
     * Attributes the application changed and the bits above. Written by atomic operations, so that
     * two threads lose no bit (and without the monitor, so that an abort waits for nobody); read
     * plainly. A short, so that a handle is 32 bytes: one is made for every lease.
     */
    private short state;

    /** Something was run since the last commit or rollback. Plain. */
    private boolean worked;

    /**
     * Wraps a connection for one lease.
     *
     * @param owner whom this handle talks back to, and whose connection it passes calls to
     * @param stamp what the owner knows the lease by
     */
    public ConnectionHandle(HandleOwner owner, long stamp) {
        this.owner = owner;
        this.stamp = stamp;
    }

    // For the owner

    /**
     * The stamp of the lease, as it was given.
     *
     * @return any number
     */
    public long stamp() {
        return stamp;
    }

    /**
     * What was changed: a bit per {@link ConnectionAttribute}. A bit is set before the driver is
     * called, so a change that failed or is still under way counts as one. After {@link #abort} the
     * result is not 0 either, whatever was changed, so that one comparison tells a clean lease.
     *
     * @return 0 if nothing has to be reset
     */
    public int changes() {
        return state & ~(AUTO_COMMIT_ON | RAN | LENT | OPENED);
    }

    /**
     * Whether the application called {@link #abort}; the connection is of no use then.
     *
     * @return true from before the driver was told
     */
    public boolean aborted() {
        return state < 0;
    }

    /**
     * The auto-commit mode, as far as it went through this handle. While a change is under way and
     * when it has failed the mode is not known and counts as off, the case that needs cleaning up.
     *
     * @param initial the mode at the start of the lease
     * @return what the application set last, or {@code initial} if it set nothing
     */
    public boolean autoCommit(boolean initial) {
        int now = state;
        return (now & ConnectionAttribute.AUTO_COMMIT.bit()) == 0
                ? initial
                : (now & AUTO_COMMIT_ON) != 0;
    }

    /**
     * Whether something happened since the last commit or rollback that opens a transaction when
     * auto-commit is off. Errs on the safe side: once the application was given an object of the
     * driver that can reach the server by itself (by {@link #unwrap}, or a large object) it stays
     * true.
     *
     * @return false if there is nothing to roll back, whatever the auto-commit mode
     */
    public boolean mayHaveOpenTransaction() {
        return worked || (state & LENT) != 0;
    }

    /**
     * Whether this lease made the driver do anything that can leave a warning.
     *
     * @return false if no call went to the server
     */
    public boolean ran() {
        return (state & (RAN | LENT)) != 0;
    }

    /**
     * Whether nothing at all happened in this lease. One comparison for the common case of who only
     * asks whether there is a connection; for the rest see the other questions.
     *
     * @return true if nothing was run, changed, lent or aborted, and nothing is open
     */
    public boolean untouched() {
        return state == 0;
    }

    /**
     * Whether statements or result sets are open that {@link #closeChildren} would close. One field
     * read.
     *
     * @return false if there is nothing to close
     */
    public boolean hasOpenChildren() {
        return hasChildren();
    }

    /**
     * Closes what was opened from this handle and is still open, last opened first, each whatever
     * became of the others. To be called by the owner, without a lock, when it has decided that
     * this handle's lease ends; needs no order among threads and may be called again.
     *
     * @throws SQLException the first failure, after it passed {@link HandleOwner#failed}; the other
     *     failures are suppressed in it
     */
    public void closeChildren() throws SQLException {
        Exception failure = null;
        for (ChildNode child = unlinkAll(); child != null; ) {
            ChildNode next = child.takeNext();
            try {
                child.closeUnlinked();
            } catch (SQLException | RuntimeException e) {
                if (failure == null) {
                    failure = e;
                } else if (failure != e) {
                    failure.addSuppressed(e);
                }
            }
            child = next;
        }
        if (failure instanceof SQLException e) {
            throw e;
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
    }

    // For the other handles

    /** The driver's object, also when this handle is closed. */
    Connection driver() {
        return owner.connection();
    }

    /** Notes that the server is about to work, or has. */
    void worked() {
        worked = true;
        if ((state & RAN) == 0) {
            note(RAN);
        }
    }

    /** Notes that the application gets an object of the driver that can make the server work. */
    <T> T lend(T value) {
        note(LENT);
        return value;
    }

    /**
     * A value of a type that only the driver knows: a result set becomes a handle, an object that
     * can make the server work is noted. The first line is for speed, it has no interface to look
     * for.
     */
    @Nullable Object lendObject(@Nullable Object value) throws SQLException {
        if (value == null || value instanceof String || value instanceof Number) {
            return value;
        }
        if (value instanceof ResultSet results) {
            return opened(results);
        }
        if (value instanceof Blob
                || value instanceof Clob
                || value instanceof Array
                || value instanceof SQLXML
                || value instanceof Ref
                || value instanceof Struct) {
            note(LENT);
        }
        return value;
    }

    /** The same for a value whose type the application has chosen. */
    <T> @Nullable T lendObject(@Nullable T value, Class<T> type) throws SQLException {
        Object seen = lendObject(value);
        return type.isInstance(seen) ? type.cast(seen) : value;
    }

    /** A handle for a result set that belongs to no statement the application knows. */
    @Nullable ResultSet opened(@Nullable ResultSet results) throws SQLException {
        return results == null ? null : open(new ResultSetHandle(results, this));
    }

    /** Takes the child in, or closes it again if this handle was closed meanwhile. */
    private <H extends ChildNode> H open(H child) throws SQLException {
        if ((state & OPENED) == 0) {
            note(OPENED); // before it is linked: see untouched()
        }
        if (!link(child)) {
            SQLException refusal = closedError("Connection");
            try {
                child.closeUnlinked();
            } catch (SQLException | RuntimeException e) {
                refusal.addSuppressed(e);
            }
            throw refusal;
        }
        return child;
    }

    /** Where to look for a statement before the driver is asked for one, or null. */
    private @Nullable StatementStore store() {
        StatementStore store = owner.statements();
        return store == null || preparesOtherwise() ? null : store;
    }

    /** Whether what is prepared now may not be what it is in other leases. */
    boolean preparesOtherwise() {
        return (state & PREPARES_OTHERWISE) != 0;
    }

    SQLException closedError(String what) {
        return owner.closedError(what);
    }

    void checkOpen() throws SQLException {
        if (isMarkedClosed()) {
            throw closedError("Connection");
        }
    }

    @Override
    protected Connection delegate() throws SQLException {
        checkOpen();
        return driver();
    }

    @Override
    protected SQLException failed(SQLException failure) {
        return owner.failed(failure);
    }

    // The end of a lease

    /**
     * Gives the connection back to its owner; later calls do nothing. Does not call the driver: two
     * threads may come here at once, and which of them ends the lease is known only when the owner
     * has compared stamps.
     */
    @Override
    public void close() throws SQLException {
        if (isMarkedClosed()) {
            return;
        }
        markClosed();
        owner.release(this);
    }

    @Override
    public boolean isClosed() throws SQLException {
        if (isMarkedClosed()) {
            return true;
        }
        try {
            return driver().isClosed();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    /** Answers false on a closed handle, as JDBC asks, without a look at the time-out. */
    @Override
    public boolean isValid(int timeout) throws SQLException {
        if (isMarkedClosed()) {
            return false;
        }
        worked();
        try {
            return driver().isValid(timeout);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    /**
     * Passes the abort on and remembers it; does nothing on a closed handle. The handle still has
     * to be closed, which is when its owner learns that the connection is gone.
     */
    @Override
    public void abort(Executor executor) throws SQLException {
        if (isMarkedClosed()) {
            return;
        }
        note(ABORTED);
        try {
            driver().abort(executor);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    // Children

    @Override
    public Statement createStatement() throws SQLException {
        return open(new StatementHandle(super.createStatement(), this));
    }

    @Override
    public Statement createStatement(int resultSetType, int resultSetConcurrency)
            throws SQLException {
        return open(
                new StatementHandle(
                        super.createStatement(resultSetType, resultSetConcurrency), this));
    }

    @Override
    public Statement createStatement(
            int resultSetType, int resultSetConcurrency, int resultSetHoldability)
            throws SQLException {
        return open(
                new StatementHandle(
                        super.createStatement(
                                resultSetType, resultSetConcurrency, resultSetHoldability),
                        this));
    }

    @Override
    public PreparedStatement prepareStatement(String sql) throws SQLException {
        worked();
        StatementStore store = store();
        if (store != null) {
            return open(StatementUse.prepared(this, store, StatementKey.of(sql)));
        }
        return open(new PreparedStatementHandle(super.prepareStatement(sql), this));
    }

    @Override
    public PreparedStatement prepareStatement(
            String sql, int resultSetType, int resultSetConcurrency) throws SQLException {
        worked();
        StatementStore store = store();
        if (store != null) {
            return open(
                    StatementUse.prepared(
                            this,
                            store,
                            StatementKey.of(sql, resultSetType, resultSetConcurrency)));
        }
        return open(
                new PreparedStatementHandle(
                        super.prepareStatement(sql, resultSetType, resultSetConcurrency), this));
    }

    @Override
    public PreparedStatement prepareStatement(
            String sql, int resultSetType, int resultSetConcurrency, int resultSetHoldability)
            throws SQLException {
        worked();
        StatementStore store = store();
        if (store != null) {
            return open(
                    StatementUse.prepared(
                            this,
                            store,
                            StatementKey.of(
                                    sql,
                                    resultSetType,
                                    resultSetConcurrency,
                                    resultSetHoldability)));
        }
        return open(
                new PreparedStatementHandle(
                        super.prepareStatement(
                                sql, resultSetType, resultSetConcurrency, resultSetHoldability),
                        this));
    }

    @Override
    public PreparedStatement prepareStatement(String sql, int autoGeneratedKeys)
            throws SQLException {
        worked();
        StatementStore store = store();
        if (store != null) {
            return open(
                    StatementUse.prepared(this, store, StatementKey.of(sql, autoGeneratedKeys)));
        }
        return open(
                new PreparedStatementHandle(super.prepareStatement(sql, autoGeneratedKeys), this));
    }

    @Override
    public PreparedStatement prepareStatement(String sql, int[] columnIndexes) throws SQLException {
        worked();
        StatementStore store = store();
        if (store != null) {
            return open(StatementUse.prepared(this, store, StatementKey.of(sql, columnIndexes)));
        }
        return open(new PreparedStatementHandle(super.prepareStatement(sql, columnIndexes), this));
    }

    @Override
    public PreparedStatement prepareStatement(String sql, String[] columnNames)
            throws SQLException {
        worked();
        StatementStore store = store();
        if (store != null) {
            return open(StatementUse.prepared(this, store, StatementKey.of(sql, columnNames)));
        }
        return open(new PreparedStatementHandle(super.prepareStatement(sql, columnNames), this));
    }

    @Override
    public CallableStatement prepareCall(String sql) throws SQLException {
        worked();
        StatementStore store = store();
        if (store != null) {
            return open(StatementUse.call(this, store, StatementKey.ofCall(sql)));
        }
        return open(new CallableStatementHandle(super.prepareCall(sql), this));
    }

    @Override
    public CallableStatement prepareCall(String sql, int resultSetType, int resultSetConcurrency)
            throws SQLException {
        worked();
        StatementStore store = store();
        if (store != null) {
            return open(
                    StatementUse.call(
                            this,
                            store,
                            StatementKey.ofCall(sql, resultSetType, resultSetConcurrency)));
        }
        return open(
                new CallableStatementHandle(
                        super.prepareCall(sql, resultSetType, resultSetConcurrency), this));
    }

    @Override
    public CallableStatement prepareCall(
            String sql, int resultSetType, int resultSetConcurrency, int resultSetHoldability)
            throws SQLException {
        worked();
        StatementStore store = store();
        if (store != null) {
            return open(
                    StatementUse.call(
                            this,
                            store,
                            StatementKey.ofCall(
                                    sql,
                                    resultSetType,
                                    resultSetConcurrency,
                                    resultSetHoldability)));
        }
        return open(
                new CallableStatementHandle(
                        super.prepareCall(
                                sql, resultSetType, resultSetConcurrency, resultSetHoldability),
                        this));
    }

    @Override
    public DatabaseMetaData getMetaData() throws SQLException {
        worked();
        return new DatabaseMetaDataHandle(super.getMetaData(), this);
    }

    // Attributes

    /**
     * Asks the owner and notes the change, before the driver is called: a change that fails
     * halfway, or is under way while another thread closes, may have been made.
     */
    private void changing(ConnectionAttribute attribute) throws SQLException {
        checkOpen();
        owner.changing(this, attribute);
        note(attribute.bit());
    }

    private void note(int bits) {
        short ignored = (short) STATE.getAndBitwiseOr(this, (short) bits);
    }

    @Override
    public void setAutoCommit(boolean autoCommit) throws SQLException {
        changing(ConnectionAttribute.AUTO_COMMIT);
        short ignored = (short) STATE.getAndBitwiseAnd(this, (short) ~AUTO_COMMIT_ON);
        super.setAutoCommit(autoCommit);
        if (autoCommit) {
            note(AUTO_COMMIT_ON);
        }
    }

    @Override
    public void setTransactionIsolation(int level) throws SQLException {
        changing(ConnectionAttribute.ISOLATION);
        worked();
        super.setTransactionIsolation(level);
    }

    @Override
    public void setReadOnly(boolean readOnly) throws SQLException {
        changing(ConnectionAttribute.READ_ONLY);
        worked();
        super.setReadOnly(readOnly);
    }

    @Override
    public void setCatalog(@Nullable String catalog) throws SQLException {
        changing(ConnectionAttribute.CATALOG);
        worked();
        super.setCatalog(catalog);
    }

    @Override
    public void setSchema(@Nullable String schema) throws SQLException {
        changing(ConnectionAttribute.SCHEMA);
        worked();
        super.setSchema(schema);
    }

    @Override
    public void setHoldability(int holdability) throws SQLException {
        changing(ConnectionAttribute.HOLDABILITY);
        super.setHoldability(holdability);
    }

    @Override
    public void setNetworkTimeout(Executor executor, int milliseconds) throws SQLException {
        changing(ConnectionAttribute.NETWORK_TIMEOUT);
        super.setNetworkTimeout(executor, milliseconds);
    }

    @Override
    public void setTypeMap(Map<String, Class<?>> map) throws SQLException {
        changing(ConnectionAttribute.TYPE_MAP);
        super.setTypeMap(map);
    }

    @Override
    public void setClientInfo(String name, @Nullable String value) throws SQLClientInfoException {
        try {
            changing(ConnectionAttribute.CLIENT_INFO);
        } catch (SQLException e) {
            throw ClientInfoFailure.of(e, name);
        }
        worked();
        super.setClientInfo(name, value);
    }

    @Override
    public void setClientInfo(Properties properties) throws SQLClientInfoException {
        try {
            changing(ConnectionAttribute.CLIENT_INFO);
        } catch (SQLException e) {
            throw ClientInfoFailure.of(e, properties);
        }
        worked();
        super.setClientInfo(properties);
    }

    // Drivers ask the server for these, some of them by a statement of their own.

    @Override
    public int getTransactionIsolation() throws SQLException {
        worked();
        return super.getTransactionIsolation();
    }

    @Override
    public String getCatalog() throws SQLException {
        worked();
        return super.getCatalog();
    }

    @Override
    public String getSchema() throws SQLException {
        worked();
        return super.getSchema();
    }

    @Override
    public String getClientInfo(String name) throws SQLException {
        worked();
        return super.getClientInfo(name);
    }

    @Override
    public Properties getClientInfo() throws SQLException {
        worked();
        return super.getClientInfo();
    }

    // Transactions

    /**
     * The flag goes down before the driver is called, so that what another thread begins meanwhile
     * puts it up again, and comes back up if the transaction may not have ended.
     */
    @Override
    public void commit() throws SQLException {
        boolean ended = false;
        transactionEnds();
        try {
            super.commit();
            ended = true;
        } finally {
            if (!ended) {
                worked();
            }
        }
    }

    /** As with {@link #commit}. */
    @Override
    public void rollback() throws SQLException {
        boolean ended = false;
        transactionEnds();
        try {
            super.rollback();
            ended = true;
        } finally {
            if (!ended) {
                worked();
            }
        }
    }

    private void transactionEnds() {
        if (worked) {
            worked = false;
        }
    }

    @Override
    public void rollback(Savepoint savepoint) throws SQLException {
        worked();
        super.rollback(savepoint);
    }

    @Override
    public Savepoint setSavepoint() throws SQLException {
        worked();
        return super.setSavepoint();
    }

    @Override
    public Savepoint setSavepoint(String name) throws SQLException {
        worked();
        return super.setSavepoint(name);
    }

    @Override
    public void releaseSavepoint(Savepoint savepoint) throws SQLException {
        worked();
        super.releaseSavepoint(savepoint);
    }

    // Objects of the driver

    @Override
    public Array createArrayOf(String typeName, @Nullable Object[] elements) throws SQLException {
        worked();
        return super.createArrayOf(typeName, elements);
    }

    @Override
    public Struct createStruct(String typeName, @Nullable Object[] attributes) throws SQLException {
        worked();
        return super.createStruct(typeName, attributes);
    }

    @Override
    public Blob createBlob() throws SQLException {
        return lend(super.createBlob());
    }

    @Override
    public Clob createClob() throws SQLException {
        return lend(super.createClob());
    }

    @Override
    public NClob createNClob() throws SQLException {
        return lend(super.createNClob());
    }

    @Override
    public SQLXML createSQLXML() throws SQLException {
        return lend(super.createSQLXML());
    }

    @Override
    public <T> T unwrap(Class<T> iface) throws SQLException {
        checkOpen();
        if (iface.isInstance(this)) {
            return iface.cast(this);
        }
        Connection driver = driver();
        return lend(iface.isInstance(driver) ? iface.cast(driver) : super.unwrap(iface));
    }

    @Override
    public boolean isWrapperFor(Class<?> iface) throws SQLException {
        checkOpen();
        return iface.isInstance(this) || iface.isInstance(driver()) || super.isWrapperFor(iface);
    }

    @Override
    public String toString() {
        return describe(driver());
    }
}
