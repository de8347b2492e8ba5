package io.sluice.sim.world;

import io.sluice.sim.scheduler.Simulation;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.logging.Logger;
import javax.sql.DataSource;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import org.jspecify.annotations.Nullable;

/**
 * The database of one simulation, and its driver. Knows its sessions, which lease each serves, and
 * what the leases were told.
 */
public final class SimDatabase implements DataSource, XADataSource {

    /** No text of a pool has it. */
    public static final String SECRET = "opensesame";

    static final String URL = "jdbc:simulated://server?password=" + SECRET;

    /** A statement by which a pool validates. */
    public static final String PING = "PING";

    /** Changes the schema as an update of the settings of PostgreSQL does. */
    public static final String CHANGES_PATH = "UPDATE pg_settings SET setting = ?";

    private static final long SUSPECT_NANOS = Duration.ofMillis(1_001).toNanos();

    /** Between a start that fails and the next. */
    private static final long LEAST_PAUSE = Duration.ofMillis(250).toNanos();

    final Simulation simulation;
    final Dice dice;

    /** Whether sessions of this driver have request boundaries. */
    final boolean hasRequests;

    /** Whether the pool undoes settings that it does not know of. */
    final boolean resetsSettings;

    /** Whether the pool wants connections to the primary alone. */
    public boolean wantsPrimary;

    /** What the driver cannot do, and does beside JDBC. */
    public DriverKind kind = DriverKind.PLAIN;

    /** Whether a provider has the user of each session. */
    public boolean wantsUser;

    /** Whether it takes part in global transactions by its local ones. */
    public boolean isLastResource;

    /** How often a commit of a last resource is refused, or its answer lost. */
    public int refusesCommits;

    /** For how long a branch that ends waits for calls and cancels of its connection. */
    public Duration patience = Duration.ZERO;

    /** Whether a connect, or what prepares a new session, may fail without a text. */
    public boolean failsWithoutText;

    /** Whose driver it says it is. */
    public SimVendor vendor = SimVendor.NONE;

    /** Whether connections that nothing uses have auto-commit off. */
    public boolean restsInTransactions;

    /** Whether the pool switches connections between tenants. */
    public boolean hasTenants;

    /** After how much idle time the pool validates. */
    public Duration idleLimit = Duration.ZERO;

    /** Whether it is known when a pool has to validate, as threads do not stand still. */
    public boolean knowsFreshness;

    /** Whether the pool validates for no other reason than a lease. */
    public boolean validatesForLeases;

    /** What else a course has it do. */
    public final Plan plan = new Plan();

    /** Null if it takes part in no global transactions. */
    final @Nullable SimBranches branches;

    /** Those of the kind of driver. */
    final Dice more;

    private final Duration connectTimeout;
    private DatabaseFaults faults;
    private final Set<SimSession> sessions = new LinkedHashSet<>();
    private final Map<Thread, String> leases = new HashMap<>();
    private final Map<String, Long> waited = new HashMap<>();
    private final Map<String, String> schemas = new HashMap<>();
    private final Map<Thread, Boolean> hadWork = new HashMap<>();
    private final Set<String> over = new HashSet<>();
    private final Set<String> willing = new HashSet<>();
    private final Set<String> global = new HashSet<>();
    private final Set<String> hasty = new HashSet<>();
    private final Set<String> committed = new HashSet<>();
    private final Set<String> undone = new HashSet<>();
    private boolean hasRefusedRollback;
    private long lostAt;
    private long doubtedAt = -3 * SUSPECT_NANOS; // long before a loss at time zero
    private long suspectsFrom;
    private boolean hasRefusedForGood;
    private long pausesUntil;

    /** When an option was changed last. */
    private long changedAt = -1;

    /** How many threads had started by then: an attempt of these may have been under way. */
    private int startedBefore;

    private int connects;
    private int connecting;

    public SimDatabase(
            Simulation simulation,
            Dice dice,
            DatabaseFaults faults,
            Duration connectTimeout,
            boolean hasRequests,
            boolean resetsSettings,
            @Nullable SimBranches branches) {
        this.simulation = simulation;
        this.dice = dice;
        this.more = dice.with(simulation.chance("driver"));
        this.faults = faults;
        this.connectTimeout = connectTimeout;
        this.hasRequests = hasRequests;
        this.resetsSettings = resetsSettings;
        this.branches = branches;
    }

    public DatabaseFaults faults() {
        return faults;
    }

    /** Whether nothing goes wrong but what the operator does. */
    public boolean isGoodDay() {
        return faults.equals(DatabaseFaults.NONE)
                && refusesCommits == 0
                && (branches == null || branches.faults().equals(XaFaults.NONE));
    }

    /** Other things go wrong from now on. */
    public void misbehaves(DatabaseFaults others) {
        faults = others;
    }

    /** The server ends a session, if there is any. */
    public void killOne(Dice which) {
        if (!sessions.isEmpty()) {
            which.oneOf(List.copyOf(sessions)).end.kill();
        }
    }

    /** Nothing goes wrong from now on. */
    public void behave() {
        faults = DatabaseFaults.NONE;
        refusesCommits = 0;
        if (branches != null) {
            branches.behave();
        }
    }

    /** Another server is the primary from now on: the one of all sessions refuses writes. */
    public void promoteAnother() {
        sessions.forEach(SimSession::demote);
    }

    /** Ends all sessions, as a restart does; their connections notice at the next call. */
    public void restart() {
        sessions.forEach(session -> session.end.kill());
    }

    /** Returns how many connections are open, or about to be. */
    public int open() {
        return sessions.size() + connecting;
    }

    /** Whether the session that the calling thread has rolled back last had any work. */
    public boolean hasOpenTransaction() {
        return hadWork.getOrDefault(Thread.currentThread(), true);
    }

    void rollsBack(boolean hasWork) {
        hadWork.put(Thread.currentThread(), hasWork);
    }

    /** Whether a session has begun and not ended. */
    public boolean isAnyOpen() {
        return !sessions.isEmpty();
    }

    // what leases say of themselves

    /** The calling thread has a lease, until that ends. */
    public void begins(String lease) {
        leases.put(Thread.currentThread(), lease);
    }

    /** The calling thread has a lease, of which there may have been another of the same name. */
    public void beginsAnew(String lease) {
        over.remove(lease);
        begins(lease);
    }

    /** The lease is of a tenant, whose schema this is. */
    public void expectsSchema(String lease, String schema) {
        schemas.put(lease, schema);
    }

    String schemaOf(String lease) {
        return schemas.getOrDefault(lease, "main");
    }

    /** The lease began to wait at this time. */
    public void waitsSince(String lease, long nanos) {
        waited.put(lease, nanos);
    }

    /** Returns since when the lease may have had its connection; 0 if that is unknown. */
    long waitedSince(String lease) {
        return waited.getOrDefault(lease, 0L);
    }

    /** A session that was in use was lost, and its pool knows. */
    void lost() {
        long now = simulation.nanos();
        boolean isFirst = now - doubtedAt > 2 * SUSPECT_NANOS;
        suspectsFrom = isFirst ? now : now + SUSPECT_NANOS;
        lostAt = now;
        doubted();
    }

    /** A validation has failed, or a session that serves none is lost: that may count as a loss. */
    void doubted() {
        doubtedAt = simulation.nanos();
    }

    /** Since when the pool has to validate all others: at most once a second it begins to. */
    long suspectsFrom() {
        return suspectsFrom;
    }

    long lostAt() {
        return lostAt;
    }

    /** The lease is a global transaction: all that it does is in a branch. */
    public void isGlobalFromNowOn(String lease) {
        global.add(lease);
    }

    boolean isGlobal(String lease) {
        return global.contains(lease);
    }

    /** Returns the lease of the calling thread; null while the pool works. */
    @Nullable String leaseOfCaller() {
        return leases.get(Thread.currentThread());
    }

    /** The lease is about to commit, or to switch auto-commit on. */
    public void mayCommit(String lease) {
        willing.add(lease);
    }

    void hasCommitted(String lease) {
        committed.add(lease);
    }

    void hasUndone(String lease) {
        undone.add(lease);
    }

    /** Whether any work of the lease was committed. */
    public boolean isCommitted(String lease) {
        return committed.contains(lease);
    }

    /** Whether any work of the lease was lost or rolled back. */
    public boolean isUndone(String lease) {
        return undone.contains(lease);
    }

    void refusesRollback() {
        hasRefusedRollback = true;
    }

    /** Whether a rollback was refused, after which a connection may be closed. */
    public boolean hasRefusedRollback() {
        return hasRefusedRollback;
    }

    boolean isWilling(String lease) {
        return willing.contains(lease);
    }

    /** The lease ends: nothing of it may reach the server any more. */
    public void ended(String lease) {
        over.add(lease);
        sessions.forEach(session -> session.leases.end(lease));
        Thread ending = Thread.currentThread();
        leases.entrySet()
                .removeIf(
                        each ->
                                each.getValue().equals(lease)
                                        && (each.getKey() == ending || !isHasty(lease)));
    }

    /** A second thread of the lease may be about to make a call when the first one ends it. */
    public void isHastyFromNowOn(String lease) {
        hasty.add(lease);
    }

    boolean isHasty(String lease) {
        return hasty.contains(lease);
    }

    /** All threads of the lease have ended, and it has nothing open. */
    public void checkClosed(String lease) {
        sessions.forEach(session -> session.statements.checkClosed(lease));
    }

    /** All threads of the lease have ended. */
    public void isHastyNoMore(String lease) {
        hasty.remove(lease);
    }

    @Nullable String leaseOf(Thread thread) {
        return leases.get(thread);
    }

    /** Whether a connect was refused for a reason that time does not mend. */
    public boolean hasRefusedForGood() {
        return hasRefusedForGood;
    }

    /** An option was changed, which may let the next start succeed. */
    public void pausesNoMore() {
        pausesUntil = 0;
        changedAt = simulation.nanos();
    }

    /** A start has failed: the pool connects no more for a while. */
    public void pausesFrom(long nanos) {
        if (nanos > changedAt) { // else it may have failed before the change
            pausesUntil = nanos + LEAST_PAUSE;
            startedBefore = simulation.started();
        }
    }

    /** Whether something of the driver goes wrong that does so once in so many times. */
    boolean isBad(int many) {
        return !faults.equals(DatabaseFaults.NONE) && more.oneIn(many);
    }

    boolean isOver(String lease) {
        return over.contains(lease);
    }

    void closed(SimSession session) {
        sessions.remove(session);
        simulation.note(session + " is closed");
    }

    // the data source

    @Override
    public Connection getConnection() throws SQLException {
        return connect().connection();
    }

    @Override
    public XAConnection getXAConnection() throws SQLException {
        if (wantsUser) {
            simulation.fail("a session has no user, though there is a provider", new Throwable());
        }
        return connect().xaConnection();
    }

    @Override
    public XAConnection getXAConnection(String username, String password) throws SQLException {
        return connect().xaConnection();
    }

    private SimSession connect() throws SQLException {
        int number = ++connects;
        if (simulation.nanos() < pausesUntil && simulation.isYoungerThan(startedBefore)) {
            simulation.fail(
                    "a start is tried again at once after one that failed", new Throwable("here"));
        }
        connecting++;
        try {
            simulation.sleep(1 + dice.someNanos(10)); // to connect takes some time
            simulation.sleep(plan.connectTakes.toNanos());
            if (plan.isDown) {
                throw cannotConnect();
            }
            if (dice.oneIn(faults.connectHangs())) {
                simulation.note("the server hangs");
                simulation.sleep(dice.nanosUpTo(connectTimeout.multipliedBy(3)));
            }
            if (dice.oneIn(faults.wrongCredentials())) {
                hasRefusedForGood = true;
                throw new SQLException("wrong password", "28000");
            }
            if (dice.oneIn(faults.connectFails())) {
                throw cannotConnect();
            }
            SimSession session = new SimSession(this, number, branches);
            sessions.add(session);
            simulation.note(session + " is open");
            return session;
        } finally {
            connecting--;
        }
    }

    /** As some drivers do, it repeats all of its URL. */
    private SQLException cannotConnect() {
        String why = "cannot connect to " + URL;
        mayFailUnchecked(why);
        return new SQLException(failsWithoutText && connects % 2 == 0 ? null : why, "08001");
    }

    /** Returns why something fails, as the driver tells it. */
    String told(String why) {
        return plan.tellsUrl ? why + " at " + URL : why;
    }

    void mayFailUnchecked(String why) {
        if (kind.failsUnchecked() && more.oneIn(2)) {
            hasRefusedForGood = true; // since nothing says that it may pass
            throw new IllegalStateException(why);
        }
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        throw SimSession.unsupported("getConnection with a user");
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
    public void setLoginTimeout(int seconds) {
        // The pool has a time limit of its own.
    }

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getLogger("io.sluice.sim");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw SimSession.unsupported("unwrap");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }

    @Override
    public String toString() {
        return "a simulated database";
    }
}
