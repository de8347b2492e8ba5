package io.sluice.jdbc.handle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.ResourcePool;
import io.sluice.pool.spi.BranchGate;
import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.ResourceFactory;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several threads on one connection. */
class HandleThreadsTest {
    /** Decides as a pool does: by comparing and setting the stamp. */
    private static final class StampOwner extends FakeOwner {
        final AtomicLong current = new AtomicLong();
        final AtomicInteger calls = new AtomicInteger();
        final AtomicInteger wins = new AtomicInteger();

        @Override
        public void release(ConnectionHandle handle) throws SQLException {
            calls.incrementAndGet();
            if (current.compareAndSet(handle.stamp(), -1)) {
                wins.incrementAndGet();
                handle.closeChildren();
            }
        }
    }

    private final FakeDriver driver = new FakeDriver();
    private final StampOwner owner = new StampOwner();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void stopThreads() {
        threads.shutdownNow();
    }

    /**
     * Ends a lease as a pool with global transactions does, and finds the end of the stack when the
     * next is abandoned.
     */
    private static final class LateOwner extends FakeOwner {

        private final ResourcePool<Object> pool;
        private final StackOverflowError end = new StackOverflowError("on purpose");

        /** The mark of the next lease; 0 for its stamp. */
        private final long mark;

        LateOwner(ResourcePool<Object> pool, Holder<Object> holder, long mark) {
            super(new BranchGate());
            this.pool = pool;
            this.holder = holder;
            this.mark = mark;
        }

        @Override
        public void release(ConnectionHandle handle) {
            assertThat(holder.release(handle.stamp())).isTrue();
            Thread other = new Thread(this::abandonNext, "test-other");
            other.start();
            await("the next lease").until(() -> !other.isAlive());
            throw end;
        }

        private void abandonNext() {
            try {
                Holder<Object> next = pool.acquire();
                next.abandoned = mark == 0 ? next.stamp() : mark;
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, Holder.PRESENT})
    void aCloseThatComesLateToTheEndOfItsStackHidesNoLaterLeaseThatWasAbandoned(long mark)
            throws Exception {
        try (ResourcePool<Object> pool = openWithOne()) {
            Holder<Object> holder = pool.acquire();
            LateOwner late = new LateOwner(pool, holder, mark);
            ConnectionHandle handle =
                    new ConnectionHandle(late.over(driver.connection()), holder.stamp());

            assertThatThrownBy(handle::close).isSameAs(late.end);

            await("the only place").until(() -> pool.snapshot().available() == 1);
        }
    }

    /** Finds the end of the stack before it has ended the lease. */
    private static final class OwnerWithoutStack extends FakeOwner {

        private final StackOverflowError end = new StackOverflowError("on purpose");

        OwnerWithoutStack(Holder<Object> holder, BranchGate gate) {
            super(gate);
            this.holder = holder;
        }

        @Override
        public void release(ConnectionHandle handle) {
            throw end;
        }
    }

    @Test
    void aCloseAtTheEndOfItsStackLeavesTheLeaseToTheTicks() throws Exception {
        closeAtTheEnd(null);
    }

    @Test
    void soItDoesInAPoolWithGlobalTransactions() throws Exception {
        closeAtTheEnd(new BranchGate());
    }

    private void closeAtTheEnd(BranchGate gate) throws Exception {
        try (ResourcePool<Object> pool = openWithOne()) {
            Holder<Object> holder = pool.acquire();
            OwnerWithoutStack owner = new OwnerWithoutStack(holder, gate);
            ConnectionHandle handle =
                    new ConnectionHandle(owner.over(driver.connection()), holder.stamp());

            assertThatThrownBy(handle::close).isSameAs(owner.end);

            await("the resource has left").until(() -> pool.snapshot().total() == 0);
        }
    }

    /** Another thread closes the same handle, and comes to the mark when that lease is over. */
    @Test
    void aLateCloseHidesNoLaterOne() throws Exception {
        FakeOwner same = new FakeOwner();
        ConnectionHandle late = new ConnectionHandle(same.over(driver.connection()), 3L << 24);
        same.holder.closing = 4L << 24;

        late.close();

        assertThat(same.holder.closing).isEqualTo(4L << 24);
    }

    private static ResourcePool<Object> openWithOne() {
        return ResourcePool.open(
                PoolConfig.builder().maxSize(1).build(),
                new ResourceFactory<>() {
                    @Override
                    public Object create() {
                        return new Object();
                    }

                    @Override
                    public void destroy(Object resource) {}
                });
    }

    private ConnectionHandle lease(long stamp) {
        owner.current.set(stamp);
        return new ConnectionHandle(owner.over(driver.connection()), stamp);
    }

    /** Runs the tasks at once, each in a thread of its own, and throws what one of them threw. */
    private void together(List<Callable<Void>> tasks) throws Exception {
        CyclicBarrier start = new CyclicBarrier(tasks.size());
        List<Future<Void>> running = new ArrayList<>();
        for (Callable<Void> task : tasks) {
            running.add(
                    threads.submit(
                            () -> {
                                start.await();
                                return task.call();
                            }));
        }
        for (Future<Void> task : running) {
            task.get(1, TimeUnit.MINUTES);
        }
    }

    @Test
    void twoThreadsThatCloseAtOnceEndTheLeaseOnce() throws Exception {
        for (int round = 1; round <= 2_000; round++) {
            owner.calls.set(0);
            owner.wins.set(0);
            ConnectionHandle connection = lease(round);
            StatementHandle statement = (StatementHandle) connection.createStatement();
            Callable<Void> close =
                    () -> {
                        connection.close();
                        return null;
                    };
            together(List.of(close, close));

            assertThat(owner.wins).hasValue(1);
            assertThat(owner.calls.get()).isBetween(1, 2);
            assertThat(driver.count(statement.statement(), "close")).isOne();
            driver.calls.clear();
        }
    }

    @Test
    void aSecondCloserReturnsWhileTheFirstIsStillBusy() throws Exception {
        CountDownLatch inRelease = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        FakeOwner slow =
                new FakeOwner() {
                    @Override
                    public void release(ConnectionHandle handle) throws SQLException {
                        released.add(handle);
                        if (released.size() > 1) {
                            return;
                        }
                        inRelease.countDown();
                        try {
                            goOn.await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    }
                };
        ConnectionHandle connection = new ConnectionHandle(slow.over(driver.connection()), 1);
        Future<Void> first =
                threads.submit(
                        () -> {
                            connection.close();
                            return null;
                        });
        inRelease.await();
        connection.close();
        assertThat(slow.released).hasSize(1);
        goOn.countDown();
        first.get(1, TimeUnit.MINUTES);
    }

    @Test
    void twoThreadsOpenAndCloseStatementsOnOneConnection() throws Exception {
        ConnectionHandle connection = lease(1);
        AtomicInteger closed = new AtomicInteger();
        driver.on(
                "close",
                (target, arguments) -> {
                    closed.incrementAndGet();
                    return null;
                });
        int cycles = 500;
        Callable<Void> work =
                () -> {
                    for (int i = 0; i < cycles; i++) {
                        Statement first = connection.createStatement();
                        Statement second = connection.prepareStatement("sql");
                        Statement third = connection.createStatement();
                        second.close();
                        first.close();
                        third.close();
                    }
                    return null;
                };
        together(List.of(work, work));

        assertThat(closed).hasValue(2 * 3 * cycles);
        assertThat(connection.hasOpenChildren()).isFalse();
    }

    @Test
    void twoThreadsCloseTheSameResultSetAndTheSameStatementOnce() throws Exception {
        ConnectionHandle connection = lease(1);
        for (int round = 0; round < 1_000; round++) {
            StatementHandle statement = (StatementHandle) connection.createStatement();
            ResultSet results = statement.executeQuery("sql");
            Callable<Void> close =
                    () -> {
                        results.close();
                        statement.close();
                        return null;
                    };
            together(List.of(close, close));

            assertThat(driver.count(statement.statement(), "close")).isOne();
            assertThat(driver.count(Subject.delegateOf(results), "close"))
                    .as("by each thread, or left to the statement that was closed first")
                    .isLessThanOrEqualTo(2);
            assertThat(results.isClosed()).isTrue();
            assertThat(connection.hasOpenChildren()).isFalse();
            driver.calls.clear();
        }
    }

    @Test
    void statementsClosedInAnyOrderByTwoThreadsLeaveTheListOfTheOpenOnes() throws Exception {
        ConnectionHandle connection = lease(1);
        Statement oldest = connection.createStatement();
        int cycles = 500;
        Callable<Void> work =
                () -> {
                    Deque<Statement> window = new ArrayDeque<>();
                    for (int i = 0; i < cycles; i++) {
                        window.addLast(connection.createStatement());
                        if (window.size() > 3) {
                            window.removeFirst().close(); // behind two that stay open
                        }
                    }
                    while (!window.isEmpty()) {
                        window.removeFirst().close();
                    }
                    return null;
                };
        together(List.of(work, work));

        Statement newest = connection.createStatement();
        assertThat(listed(connection)).containsExactly(newest, oldest);
    }

    @Test
    void statementsThatTwoThreadsOpenedAreAllClosedWithTheConnection() throws Exception {
        for (int round = 1; round <= 50; round++) {
            ConnectionHandle connection = lease(round);
            Queue<StatementHandle> opened = new ConcurrentLinkedQueue<>();
            Callable<Void> open =
                    () -> {
                        for (int i = 0; i < 100; i++) {
                            opened.add((StatementHandle) connection.createStatement());
                        }
                        return null;
                    };
            together(List.of(open, open));
            connection.close();

            assertThat(opened)
                    .allSatisfy(
                            statement -> {
                                assertThat(statement.isMarkedClosed()).isTrue();
                                assertThat(driver.count(statement.statement(), "close")).isOne();
                            });
            driver.calls.clear();
        }
    }

    /** Statements without behaviour, for steps that have to meet closely. */
    private StatementHandle[] statements(ConnectionHandle connection, int count) {
        Statement delegate = driver.make(Statement.class);
        StatementHandle[] statements = new StatementHandle[count];
        for (int i = 0; i < count; i++) {
            statements[i] = new PlainStatementHandle(delegate, connection);
        }
        return statements;
    }

    @Test
    void noStatementIsLostThatTwoThreadsTakeInAtOnce() throws Exception {
        ConnectionHandle connection = lease(1);
        int each = 200_000;
        Callable<Void> links =
                () -> {
                    for (StatementHandle statement : statements(connection, each)) {
                        connection.link(statement);
                    }
                    return null;
                };
        together(List.of(links, links));

        assertThat(listed(connection)).hasSize(2 * each);
    }

    @Test
    void aStatementIsClaimedOnceByThreadsThatComeAtTheSameMoment() throws Exception {
        StatementHandle[] statements =
                statements(lease(1), 10_000); // each costs a time slice if busy
        AtomicInteger arrived = new AtomicInteger();
        AtomicInteger claims = new AtomicInteger();
        Callable<@Nullable Void> claimer = () -> claim(statements, arrived, claims);
        together(List.of(claimer, claimer));

        assertThat(claims).hasValue(statements.length);
    }

    /** Claims each statement at the moment at which another thread does as well. */
    private static @Nullable Void claim(
            StatementHandle[] statements, AtomicInteger arrived, AtomicInteger claims) {
        int won = 0;
        for (int i = 0; i < statements.length; i++) {
            arrived.incrementAndGet();
            for (int spins = 1; arrived.get() < 2 * (i + 1); spins++) {
                if (spins % 100 == 0) {
                    Thread.yield(); // the other may have no processor
                }
            }
            if (statements[i].claim()) {
                won++;
            }
        }
        claims.addAndGet(won);
        return null;
    }

    /** What the list of a handle still leads to, open or not. */
    static List<Object> listed(HandleNode parent) {
        List<Object> listed = new ArrayList<>();
        for (ChildNode child = parent.firstChild(); child != null; child = child.next) {
            listed.add(child);
        }
        return listed;
    }

    @Test
    void aClosedStatementIsNotKeptBehindOneThatStaysOpen() throws Exception {
        ConnectionHandle connection = lease(1);
        Statement first = connection.createStatement();
        Statement second = connection.createStatement();
        Statement third = connection.createStatement();

        second.close();
        assertThat(listed(connection)).containsExactly(third, first);

        third.close();
        Statement fourth = connection.createStatement();
        assertThat(listed(connection)).containsExactly(fourth, first);
    }

    @Test
    void everyStatementIsClosedOnceWhenAnotherThreadClosesTheConnection() throws Exception {
        for (int round = 1; round <= 1_000; round++) {
            ConnectionHandle connection = lease(round);
            List<Object> made = new ArrayList<>();
            driver.on(
                    "createStatement",
                    (target, arguments) -> {
                        Statement statement = driver.make(Statement.class);
                        made.add(statement);
                        return statement;
                    });
            Callable<Void> open =
                    () -> {
                        try {
                            for (int i = 0; i < 4; i++) {
                                connection.createStatement();
                            }
                        } catch (SQLException e) {
                            assertThat(e.getMessage()).isEqualTo("Connection is closed");
                        }
                        return null;
                    };
            Callable<Void> close =
                    () -> {
                        connection.close();
                        return null;
                    };
            together(List.of(open, close));

            for (Object statement : made) {
                assertThat(driver.count(statement, "close")).isOne();
            }
            assertThat(connection.hasOpenChildren()).isFalse();
            driver.calls.clear();
        }
    }

    @Test
    void changesOfTwoThreadsAreBothSeen() throws Exception {
        Connection quiet = quietConnection();
        ConnectionOwner nobody = new QuietOwner(quiet);
        int rounds = 50_000;
        ConnectionHandle[] leases = new ConnectionHandle[rounds];
        for (int i = 0; i < rounds; i++) {
            leases[i] = new ConnectionHandle(nobody, i);
        }
        AtomicInteger at = new AtomicInteger();
        // One thread switches auto-commit on the lease at which the other makes its changes.
        Callable<Void> switching =
                () -> {
                    for (int i = at.get(); i < rounds; i = at.get()) {
                        leases[i].setAutoCommit(true);
                    }
                    return null;
                };
        Callable<Void> changing =
                () -> {
                    for (ConnectionHandle lease : leases) {
                        lease.setReadOnly(true);
                        lease.setHoldability(1);
                        lease.setSchema("s");
                        lease.setCatalog("c");
                        lease.setTransactionIsolation(8);
                        lease.setTypeMap(Map.of());
                        at.incrementAndGet();
                    }
                    return null;
                };
        together(List.of(switching, changing));

        int expected =
                ConnectionAttribute.READ_ONLY.bit()
                        | ConnectionAttribute.HOLDABILITY.bit()
                        | ConnectionAttribute.SCHEMA.bit()
                        | ConnectionAttribute.CATALOG.bit()
                        | ConnectionAttribute.ISOLATION.bit()
                        | ConnectionAttribute.TYPE_MAP.bit();
        assertThat(leases).allMatch(lease -> (lease.changes() & expected) == expected);
    }

    private static Connection quietConnection() {
        return (Connection)
                Proxy.newProxyInstance(
                        HandleThreadsTest.class.getClassLoader(),
                        new Class<?>[] {Connection.class},
                        (target, method, arguments) -> null);
    }

    private static final class QuietOwner extends ConnectionOwner {
        private final Connection connection;

        QuietOwner(Connection connection) {
            this.connection = connection;
        }

        @Override
        public Connection connection() {
            return connection;
        }

        @Override
        public void release(ConnectionHandle handle) {}

        @Override
        public boolean aborting(ConnectionHandle handle) {
            return true;
        }

        @Override
        public SQLException failed(SQLException failure) {
            return failure;
        }

        @Override
        public void foundInvalid(ConnectionHandle handle) {}

        @Override
        public void changing(ConnectionHandle handle, ConnectionAttribute attribute) {}

        @Override
        public SQLException closedError(String what) {
            return new SQLException(what);
        }
    }

    @Test
    void anAbortDoesNotWaitForTheMonitorOfTheConnection() throws Exception {
        ConnectionHandle connection = lease(1);
        Future<Void> abort;
        synchronized (connection) {
            abort =
                    threads.submit(
                            () -> {
                                connection.abort(Runnable::run);
                                return null;
                            });
            abort.get(1, TimeUnit.MINUTES);
        }
        assertThat(connection.aborted()).isTrue();
    }

    @Test
    void theOwnerIsNeverCalledUnderTheMonitorOfAHandle() throws Exception {
        ConnectionHandle[] connection = new ConnectionHandle[1];
        StatementHandle[] statement = new StatementHandle[1];
        List<String> underLock = new ArrayList<>();
        FakeOwner looking =
                new FakeOwner() {
                    private void look(String where) {
                        if (Thread.holdsLock(connection[0]) || Thread.holdsLock(statement[0])) {
                            underLock.add(where);
                        }
                    }

                    @Override
                    public void release(ConnectionHandle handle) throws SQLException {
                        look("release");
                        super.release(handle);
                    }

                    @Override
                    public SQLException failed(SQLException failure) {
                        look("failed");
                        return super.failed(failure);
                    }

                    @Override
                    public void changing(ConnectionHandle handle, ConnectionAttribute attribute)
                            throws SQLException {
                        look("changing");
                        super.changing(handle, attribute);
                    }

                    @Override
                    public SQLException closedError(String what) {
                        look("closedError");
                        return super.closedError(what);
                    }
                };
        for (String late : List.of("executeQuery", "getResultSet", "getGeneratedKeys")) {
            connection[0] = new ConnectionHandle(looking.over(driver.connection()), 1);
            statement[0] = (StatementHandle) connection[0].createStatement();
            connection[0].setReadOnly(true);
            driver.on(
                    late,
                    (target, arguments) -> {
                        statement[0].close();
                        return driver.make(ResultSet.class);
                    });
            try {
                switch (late) {
                    case "executeQuery" -> statement[0].executeQuery("sql");
                    case "getResultSet" -> statement[0].getResultSet();
                    default -> statement[0].getGeneratedKeys();
                }
            } catch (SQLException e) {
                assertThat(e.getMessage()).isEqualTo("Statement is closed");
            }
            connection[0].createStatement();
            driver.onThrow("close", new SQLException());
            try {
                connection[0].close();
            } catch (SQLException e) {
                assertThat(looking.failures).contains(e);
            }
            driver.byDefault("close");
        }
        assertThat(looking.closedErrors).hasSize(3);
        assertThat(underLock).isEmpty();
    }
}
