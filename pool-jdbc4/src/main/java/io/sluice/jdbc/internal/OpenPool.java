package io.sluice.jdbc.internal;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.Startup;
import io.sluice.jdbc.Transactions;
import io.sluice.jdbc.internal.connect.ConnectionSource;
import io.sluice.jdbc.internal.connect.JdbcLog;
import io.sluice.jdbc.internal.connect.PoolRules;
import io.sluice.jdbc.internal.connect.RoleCheck;
import io.sluice.jdbc.internal.connect.SqlErrors;
import io.sluice.jdbc.internal.connect.XaSource;
import io.sluice.jdbc.internal.xa.KnownManager;
import io.sluice.jdbc.internal.xa.Recovery;
import io.sluice.jdbc.internal.xa.RequiredTransactions;
import io.sluice.jdbc.internal.xa.ResourceManagerName;
import io.sluice.jdbc.narayana.NarayanaLastResource;
import io.sluice.pool.PoolConfig;
import io.sluice.pool.PoolException;
import io.sluice.pool.PoolObserver;
import io.sluice.pool.PoolSnapshot;
import io.sluice.pool.ResourcePool;
import io.sluice.pool.jta.InDoubtBranches;
import io.sluice.pool.jta.JtaTransactionContext;
import io.sluice.pool.jta.TransactionManagers;
import io.sluice.pool.spi.NoTransactions;
import io.sluice.pool.spi.Ticker;
import io.sluice.pool.spi.TransactionContext;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** An open pool of connections, with everything that must be closed together with it. */
public final class OpenPool {

    private final JdbcPoolConfig config;
    private final ResourcePool<PhysicalConnection> pool;
    private final ConnectionAcquirer acquirer;

    /** Null if the pool takes part in no global transactions. */
    private final @Nullable ResourceManagerName managerName;

    private final @Nullable AutoCloseable recovery;
    private final @Nullable AutoCloseable managed;

    /**
     * The log was told of branches in doubt. Shared: CAS by a thread that has closed the pool.
     * Partner: none (the winner writes the line).
     */
    private final AtomicBoolean toldInDoubt = new AtomicBoolean();

    private OpenPool(
            JdbcPoolConfig config,
            ResourcePool<PhysicalConnection> pool,
            @Nullable ResourceManagerName managerName,
            @Nullable AutoCloseable recovery,
            @Nullable AutoCloseable managed) {
        this.config = config;
        this.pool = pool;
        this.acquirer = new ConnectionAcquirer(config, pool);
        this.managerName = managerName;
        this.recovery = recovery;
        this.managed = managed;
    }

    /**
     * Opens a pool without waiting for its database.
     *
     * @throws SQLException if a configured class or object is unavailable
     */
    public static OpenPool open(JdbcPoolConfig config, List<PoolObserver> observers)
            throws SQLException {
        Initialization.ofADataSource();
        ConnectionSource source = ConnectionSource.of(config);
        TransactionContext transactions = transactions(config);
        if (transactions != NoTransactions.INSTANCE) {
            Initialization.ofTransactions();
        }
        if (transactions == NoTransactions.INSTANCE || !(source instanceof XaSource)) {
            return open(
                    config,
                    observers,
                    source,
                    transactions,
                    null); // a last resource is never in doubt
        }
        ResourceManagerName managerName = ResourceManagerName.take(config);
        try {
            return open(config, observers, source, transactions, managerName);
        } catch (Throwable e) { // free the name for the next start, whatever was thrown
            managerName.giveBack(() -> hasBranches(config));
            throw e;
        }
    }

    private static OpenPool open(
            JdbcPoolConfig config,
            List<PoolObserver> observers,
            ConnectionSource source,
            TransactionContext transactions,
            @Nullable ResourceManagerName managerName)
            throws SQLException {
        PoolRules rules = new PoolRules(config);
        PoolConfig core = poolConfig(config, observers, transactions);
        ResourcePool<PhysicalConnection> pool =
                ResourcePool.open(
                        core,
                        new DriverConnectionFactory(
                                config, source, rules, transactions, core.ticker()));
        AutoCloseable recovery = null;
        try {
            rules.opened(pool);
            recovery =
                    Recovery.register(
                            config, source, managerName, () -> hasLeftBranches(config, pool));
            tell(config);
            return new OpenPool(config, pool, managerName, recovery, managed(config, pool));
        } catch (Throwable e) { // leave nothing open, whatever a manager or a log throws
            new OpenPool(config, pool, managerName, recovery, null).closeAfter(e);
            throw e;
        }
    }

    /** Closes the pool after a failure, which is the one to be told. */
    void closeAfter(Throwable failure) {
        try {
            close(Duration.ZERO);
        } catch (Throwable e) { // a clock or a manager may throw anything
            if (e != failure) {
                failure.addSuppressed(e);
            }
        }
    }

    private static @Nullable AutoCloseable managed(
            JdbcPoolConfig config, ResourcePool<PhysicalConnection> pool) throws SQLException {
        if (!config.registerMbean()) {
            return null;
        }
        try {
            return ManagedPool.register(config, pool);
        } catch (LinkageError e) {
            throw SqlErrors.badSource(
                    config.name(),
                    "registerMbean is true and the module java.management is missing; add the"
                            + " module, or set registerMbean=false",
                    e);
        }
    }

    private static TransactionContext transactions(JdbcPoolConfig config) throws SQLException {
        TransactionContext given = config.transactionContext();
        String manager = config.transactionManager();
        if (config.transactions() == Transactions.OFF || (given == null && manager == null)) {
            return NoTransactions.INSTANCE;
        }
        TransactionContext context;
        try {
            context =
                    given != null
                            ? given
                            : named(Objects.requireNonNull(manager), config.lastResource());
        } catch (IllegalArgumentException e) {
            throw SqlErrors.badConfiguration(config.name(), e);
        } catch (LinkageError e) {
            throw SqlErrors.badSource(
                    config.name(),
                    "transactionManager is \""
                            + manager
                            + "\" and jakarta.transaction:jakarta.transaction-api is not on the"
                            + " class path; add it, or remove transactionManager ("
                            + e
                            + ")",
                    e);
        }
        return config.transactions() == Transactions.REQUIRED
                ? new RequiredTransactions(context)
                : context;
    }

    private static TransactionContext named(String manager, boolean lastResource) {
        KnownManager known = KnownManager.named(manager);
        if (known != null) {
            known.readModules();
        }
        TransactionContext context = TransactionManagers.named(manager);
        return lastResource && known == KnownManager.NARAYANA
                ? markedForNarayana(context)
                : context;
    }

    private static TransactionContext markedForNarayana(TransactionContext context) {
        return ((JtaTransactionContext) context).lastResourceMarker(NarayanaLastResource::new);
    }

    private static void tell(JdbcPoolConfig config) {
        for (String warning : config.warnings()) {
            JdbcLog.write(Level.WARNING, config.name(), warning, null);
        }
        JdbcLog.write(Level.DEBUG, config.name(), config.options().toString(), null);
    }

    private static PoolConfig poolConfig(
            JdbcPoolConfig config, List<PoolObserver> observers, TransactionContext transactions) {
        PoolConfig.Builder builder = PoolConfig.builder();
        Ticker ticker = config.ticker();
        if (ticker != null) {
            builder.ticker(ticker);
        }
        return builder.transactions(transactions)
                .observers(observers)
                .name(config.name())
                .maxSize(config.maxSize())
                .minSize(config.minSize())
                .maxCreating(config.maxCreating())
                .maxWaiting(config.maxWaiting())
                .acquireTimeout(config.acquireTimeout())
                .connectTimeout(config.connectTimeout())
                .closeTimeout(config.closeTimeout())
                .idleTimeout(config.idleTimeout())
                .maxLifetime(config.maxLifetime())
                .lifetimeJitter(config.lifetimeJitter())
                .keepaliveInterval(config.keepaliveInterval())
                .validateAfterIdle(config.validateAfterIdle())
                .validationInterval(RoleCheck.interval(config))
                .validationTimeout(config.validationTimeout())
                .leakThreshold(config.leakThreshold())
                .build();
    }

    /** Returns what acquires connections from this pool; always the same. */
    public ConnectionAcquirer acquirer() {
        return acquirer;
    }

    /** Returns the pool itself. */
    public ResourcePool<PhysicalConnection> pool() {
        return pool;
    }

    /**
     * Makes the first connections, as the configured startup mode says.
     *
     * @throws SQLException if it could not be made, and the pool must not start without it
     */
    public void connectFirst() throws SQLException {
        if (config.startup() == Startup.LAZY) {
            return;
        }
        try {
            if (config.startup() != Startup.FULL) {
                pool.createFirst();
            } else if (!pool.createMinimum(config.acquireTimeout())) {
                tellIncomplete();
            }
        } catch (PoolException e) {
            if (config.startup() != Startup.WARN || pool.isClosed()) {
                throw SqlErrors.refused(config.name(), e);
            }
            JdbcLog.write(
                    Level.WARNING,
                    config.name(),
                    "started without a connection; it retries when one is needed",
                    e);
        }
    }

    private void tellIncomplete() {
        JdbcLog.write(
                Level.WARNING,
                config.name(),
                "started with "
                        + pool.snapshot().total()
                        + " of minSize "
                        + config.minSize()
                        + " connections after "
                        + config.acquireTimeout()
                        + "; it creates the others in the background",
                null);
    }

    /**
     * Closes the pool and everything that belongs to it; further calls wait for the same close. A
     * recovery pass in progress is waited for as long as the closing of a connection.
     */
    public PoolSnapshot close(Duration drain) {
        if (managed != null && !pool.isClosed()) {
            try {
                managed.close();
            } catch (Throwable e) { // it was unregistered already; the pool closes all the same
                JdbcLog.write(Level.DEBUG, config.name(), "its MBean was already unregistered", e);
            }
        }
        try {
            return pool.close(drain);
        } finally {
            if (recovery != null) { // last: recovery may settle what the drain waits for
                endRecovery(recovery);
            }
            if (managerName != null) {
                tellInDoubt();
                managerName.giveBack(() -> hasLeftBranches(config, pool));
            }
        }
    }

    /**
     * For a closed pool. Connections that stay leased or kept after the close have a branch that is
     * prepared, in doubt or not yet; connections that are being destroyed have none.
     */
    private static boolean hasLeftBranches(JdbcPoolConfig config, ResourcePool<?> pool) {
        PoolSnapshot left = pool.snapshot();
        return left.accessible() + left.inaccessible() > 0 || hasBranches(config);
    }

    /** Of this pool, or of one of its name that was closed before. */
    private static boolean hasBranches(JdbcPoolConfig config) {
        return !InDoubtBranches.of(config.name()).isEmpty();
    }

    private void tellInDoubt() {
        List<String> inDoubt = InDoubtBranches.of(config.name());
        if (!inDoubt.isEmpty() && toldInDoubt.compareAndSet(false, true)) {
            JdbcLog.write(
                    Level.WARNING,
                    config.name(),
                    "closed with branches in doubt: "
                            + inDoubt
                            + "; open the pool again so that recovery completes them",
                    null);
        }
    }

    /**
     * Removes the pool from its manager's recovery. Runs on a thread of its own, since a manager
     * may wait there for a recovery pass, which waits for a database.
     */
    private void endRecovery(AutoCloseable registration) {
        FutureTask<Void> end =
                new FutureTask<>(
                        () -> {
                            registration.close();
                            return null;
                        });
        Thread thread = new Thread(end, "sluice-" + config.name() + "-end-of-recovery");
        thread.setDaemon(true);
        try {
            thread.start();
        } catch (OutOfMemoryError e) { // no thread is available: do it here
            end.run();
        }
        try {
            end.get(config.closeTimeout().toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) { // the pool is closed, whatever a manager throws
            JdbcLog.write(
                    Level.WARNING,
                    config.name(),
                    "it could not be removed from the recovery of its transaction manager",
                    e.getCause());
        } catch (TimeoutException e) {
            JdbcLog.write(
                    Level.WARNING,
                    config.name(),
                    "closed while its transaction manager is still recovering it; it is removed"
                            + " when that pass ends",
                    null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the removal goes on without this thread
        }
    }
}
