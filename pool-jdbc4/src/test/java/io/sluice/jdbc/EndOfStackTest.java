package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is done at the end of the stack fails, and costs the pool no connection. */
@Timeout(300)
class EndOfStackTest {

    private static final int PLACES = 4;
    private static final long STACK_BYTES = 400_000;

    /** From the end of the stack up to where there is plenty of it. */
    private static final int FRAMES = 400;

    /** Enough frames for what a start needs. */
    private static final int STARTS = 200;

    /** How many pools are used at once. */
    private static final int CLOSERS = 8;

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private SluiceDataSource pool;
    private final Connection[] acquired = new Connection[FRAMES];
    private int count;
    private int left = FRAMES;
    private int overflows;

    @Test
    void whatGotNoHandleGoesBackToThePool() throws Exception {
        try (SluiceDataSource opened = open(Duration.ofMillis(500))) {
            pool = opened;
            acquireAll();

            Thread thread = new Thread(null, this::down, "test-deep", STACK_BYTES);
            thread.setDaemon(true);
            thread.start();
            thread.join();
            for (int i = 0; i < count; i++) {
                acquired[i].close();
            }

            assertThat(overflows).isPositive();
            acquireAll();
        }
    }

    /** Each release takes the slow path, which needs more stack than a handle does. */
    @Test
    void whatIsClosedThereComesBackToo() throws Exception {
        List<FutureTask<Integer>> closers = new ArrayList<>();
        for (int first = 0; first < CLOSERS; first++) { // beside each other: each mostly waits
            Closer closer = new Closer(first);
            closers.add(new FutureTask<>(closer));
            Thread thread = new Thread(closers.get(first), "test-closer");
            thread.setDaemon(true);
            thread.start();
        }
        for (FutureTask<Integer> closer : closers) {
            overflows += closer.get(LIMIT.toSeconds() * 4, TimeUnit.SECONDS);
        }
        assertThat(overflows).isPositive();
    }

    /** Closes all connections of a pool at the end of a stack, again and again. */
    private static final class Closer implements Callable<Integer> {

        private final List<Connection> closing = new ArrayList<>();
        private final int first;
        private int closed;
        private int overflows;

        Closer(int first) {
            this.first = first;
        }

        /** Returns how often the stack was at its end. */
        @Override
        public Integer call() throws Exception {
            try (SluiceDataSource pool = open(Duration.ZERO)) {
                for (int before = first; before < 40; before += CLOSERS) {
                    round(pool, before);
                }
                acquireAll(pool);
                return overflows;
            }
        }

        private void round(SluiceDataSource pool, int before) throws Exception {
            closing.clear();
            closed = 0;
            for (int i = 0; i < PLACES; i++) {
                closing.add(pool.getConnection());
            }
            Thread thread = new Thread(null, () -> down(before), "test-deep", STACK_BYTES);
            thread.setDaemon(true);
            thread.start();
            thread.join();
            for (Connection each : closing) { // does nothing where the close has begun
                each.close();
            }
        }

        /**
         * @param before frames of another size before those that go down, so that these end
         *     elsewhere
         */
        private void down(int before) {
            if (before > 0) {
                down(before - 1);
            } else {
                down();
            }
        }

        @SuppressWarnings("InfiniteRecursion") // down to the end of the stack
        private void down() {
            try {
                down();
            } catch (StackOverflowError e) { // the end
                return;
            }
            closeOne();
        }

        private void closeOne() {
            try {
                if (closed < PLACES) {
                    Connection next = closing.get(closed);
                    closed++;
                    next.close();
                }
            } catch (StackOverflowError e) {
                overflows++;
            } catch (SQLException e) {
                throw new AssertionError("a close fails only by the end of the stack", e);
            }
        }
    }

    /** It is not known what the driver has done. */
    @Test
    void whatTheDriverCouldNotPrepareThereIsNotUsedAgain() throws Exception {
        RecordingDatabase database = new RecordingDatabase();
        try (SluiceDataSource opened = open(database, Duration.ofMillis(500))) {
            pool = opened;
            Set<String> failed = Set.of();
            for (int round = 0; round < 10 && failed.isEmpty(); round++) {
                runInAll(); // leaves something to prepare
                database.takeCalls();
                database.onThrow("clearWarnings", new StackOverflowError("on purpose"));
                left = FRAMES / 2;
                Thread thread = new Thread(null, this::down, "test-deep", STACK_BYTES);
                thread.setDaemon(true);
                thread.start();
                thread.join();
                database.noScript("clearWarnings");
                failed =
                        database.takeCalls().stream()
                                .filter(call -> call.endsWith(".clearWarnings()"))
                                .map(call -> call.substring(0, call.indexOf('.')))
                                .collect(Collectors.toSet());
            }

            assertThat(failed).as("connections whose driver was called").isNotEmpty();
            runInAll();
            assertThat(database.takeCalls())
                    .filteredOn(call -> call.endsWith(".execute(SELECT 1)"))
                    .extracting(call -> call.substring(0, call.indexOf('.')))
                    .hasSize(PLACES)
                    .doesNotContainAnyElementsOf(failed);
        }
    }

    /** Each frame calls another pool, which has not started yet. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aStartThatFoundNoStackHindersNoLaterOne(boolean async) throws Exception {
        startAgain(notStarted()); // what is linked for the first time takes more stack
        for (int round = 0; round < 3; round++) {
            List<SluiceDataSource> beans = new ArrayList<>();
            for (int i = 0; i < STARTS; i++) {
                beans.add(notStarted());
            }
            boolean[] failed = new boolean[STARTS];
            left = STARTS;
            Thread thread =
                    new Thread(
                            null,
                            () -> downToStart(beans, async, failed),
                            "test-deep",
                            STACK_BYTES);
            thread.setDaemon(true);
            thread.start();
            thread.join();

            for (int i = 0; i < STARTS; i++) {
                if (failed[i]) {
                    startAgain(beans.get(i));
                }
                beans.get(i).close(Duration.ZERO);
            }
        }

        assertThat(overflows).isPositive();
    }

    private static SluiceDataSource notStarted() {
        SluiceDataSource bean = new SluiceDataSource();
        bean.setDataSource(new RecordingDatabase());
        return bean;
    }

    /** Elsewhere, since a lock that is never released would end the test run. */
    private static void startAgain(SluiceDataSource bean) throws Exception {
        FutureTask<Void> use =
                new FutureTask<>(
                        () -> {
                            try (bean) {
                                bean.acquireAsync(LIMIT).get().close();
                                bean.getConnection().close();
                            }
                            return null;
                        });
        Thread user = new Thread(use, "test-again");
        user.setDaemon(true);
        user.start();
        use.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    @SuppressWarnings("InfiniteRecursion") // down to the end of the stack
    private void downToStart(List<SluiceDataSource> beans, boolean async, boolean[] failed) {
        try {
            downToStart(beans, async, failed);
        } catch (StackOverflowError e) { // the end
            return;
        }
        if (left > 0) {
            left--;
            try {
                if (async) {
                    CompletableFuture<Connection> ignored = beans.get(left).acquireAsync(LIMIT);
                } else {
                    beans.get(left).getConnection().close();
                }
            } catch (StackOverflowError e) {
                failed[left] = true;
                overflows++;
            } catch (SQLException e) {
                throw new AssertionError("a start fails only by the end of the stack", e);
            }
        }
    }

    private void runInAll() throws SQLException {
        List<Connection> all = new ArrayList<>();
        for (int i = 0; i < PLACES; i++) {
            all.add(pool.getConnection());
        }
        for (Connection connection : all) {
            connection.createStatement().execute("SELECT 1");
        }
        for (Connection connection : all) {
            connection.close();
        }
    }

    private static SluiceDataSource open(Duration validateAfterIdle) throws SQLException {
        return open(new RecordingDatabase(), validateAfterIdle);
    }

    private static SluiceDataSource open(RecordingDatabase database, Duration validateAfterIdle)
            throws SQLException {
        return SluiceDataSource.create(
                JdbcPoolConfig.builder()
                        .dataSource(database)
                        .validateAfterIdle(validateAfterIdle)
                        .maxSize(PLACES)
                        .acquireTimeout(Duration.ofSeconds(10))
                        .build());
    }

    private void acquireAll() throws SQLException {
        acquireAll(pool);
    }

    private static void acquireAll(SluiceDataSource pool) throws SQLException {
        List<Connection> all = new ArrayList<>();
        for (int i = 0; i < PLACES; i++) {
            all.add(pool.getConnection());
        }
        for (Connection connection : all) {
            connection.close();
        }
    }

    @SuppressWarnings("InfiniteRecursion") // down to the end of the stack
    private void down() {
        try {
            down();
        } catch (StackOverflowError e) { // the end
            return;
        }
        if (left > 0) {
            left--;
            up();
        }
    }

    /** Where there is no stack to close a connection that is done later. */
    private void up() {
        try {
            acquired[count] = pool.getConnection();
            count++;
            acquired[count - 1].close();
            count--;
        } catch (StackOverflowError e) {
            overflows++;
        } catch (SQLException e) { // all are acquired, or the driver has found the end
            left--;
        }
    }
}
