package io.sluice.jdbc.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.fault.Call;
import io.sluice.pool.fault.Lateness;
import io.sluice.pool.fixture.TimePromise;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.sql.SQLTransientException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.postgresql.util.PSQLException;

/**
 * What a fault has led to, and the promises that this is checked against.
 *
 * @param name the fault
 * @param terms how the pool was set up and used
 * @param failedAt when it came, in {@link System#nanoTime} as all the times
 * @param mendedAt when it was gone
 * @param fullAt when pool and server had as many connections as before, and none under way
 * @param calls what became of each call
 * @param lateness by how much threads that merely park were late in the same run
 * @param connects when the pool began to connect
 */
record Figures(
        String name,
        Terms terms,
        long failedAt,
        long mendedAt,
        long fullAt,
        List<Call> calls,
        Lateness lateness,
        Connects connects) {

    private static final Duration PROMISED_RECOVERY = Duration.ofSeconds(1);
    static final Duration PROMISED_LATENESS = Duration.ofMillis(50);

    /** Longer than any stall: a longer wait was for something that never comes. */
    private static final Duration STUCK = Duration.ofSeconds(30);

    /** How often the pool tries in a second while that fails, at most. */
    private static final int RETRIES = 4;

    /**
     * How many more it may try in the first second, while pauses still grow: each is half of 40,
     * 80, 160, 320 and then 500 ms at least, so they end at 20, 60, 140, 300, 550 and 800 ms at the
     * earliest.
     */
    private static final int EARLY_RETRIES = 2;

    /** How many attempts it has under way when that begins to fail, at most: the default. */
    private static final int MAX_CREATING = 4;

    /**
     * An error that callers are told.
     *
     * @param type its class, and none below
     * @param states a pattern
     */
    record Told(Class<? extends SQLException> type, String states) {

        /** Not connected, or exhausted: what the pool says of its own accord. */
        private static final Set<String> OWN = Set.of("08001", "HYT00");

        /** That the time is over, and no attempt to connect had failed. */
        static final Told NO_FAILURE = timeOut("");

        /**
         * That the time is over: in the state of the last attempt to connect that failed, if none
         * has succeeded since.
         *
         * @param states a pattern of what attempts may have failed with
         */
        static Told timeOut(String states) {
            return new Told(SQLTransientConnectionException.class, states);
        }

        boolean is(Call call) {
            Exception failure = call.failure();
            return failure != null
                    && failure.getClass() == type
                    && (call.state().matches(states) || isTimeOutAfterNoFailure(call));
        }

        private static boolean isTimeOutAfterNoFailure(Call call) {
            return call.failure() instanceof SQLTransientConnectionException e
                    && e.getCause() instanceof AcquireTimeoutException inVain
                    && inVain.getCause() == null
                    && OWN.contains(call.state());
        }
    }

    /** Pool and server had all connections again: how long after the fault had gone. */
    Duration fullService() {
        return Duration.ofNanos(Math.max(0, fullAt - mendedAt));
    }

    /**
     * No call failed any more, and each caller had been served again: how long after the fault had
     * gone.
     */
    Duration recovery() {
        long lastBad =
                calls.stream()
                        .filter(call -> !call.isGood())
                        .mapToLong(call -> call.ended() - mendedAt)
                        .max()
                        .orElse(0);
        long lastServed = firstServed().values().stream().mapToLong(each -> each).max().orElse(0);
        return Duration.ofNanos(Math.max(0, Math.max(lastBad, lastServed)));
    }

    /** How long after the fault had gone each caller had finished a call, if it did. */
    private Map<Integer, Long> firstServed() {
        Map<Integer, Long> first = new TreeMap<>();
        for (Call call : calls) {
            if (call.isGood() && call.answered() - mendedAt >= 0) {
                first.merge(call.caller(), call.ended() - mendedAt, Math::min);
            }
        }
        return first;
    }

    long broken() {
        return count(Call::isBroken);
    }

    long refused() {
        return count(Call::isRefused);
    }

    private long count(Predicate<Call> which) {
        return calls.stream().filter(which).count();
    }

    private long wrong() {
        return count(Call::wrong);
    }

    private Duration limit() {
        return terms.acquireTimeout;
    }

    private Duration longestWait() {
        long limit = limit().toNanos();
        return limit().plusNanos(
                        calls.stream().mapToLong(call -> call.lateBy(limit)).max().orElse(-limit));
    }

    private Duration longest() {
        return Duration.ofNanos(
                calls.stream().mapToLong(call -> call.ended() - call.begun()).max().orElse(0));
    }

    // promises

    /** Promises that hold after every fault, even on a machine that stalls now and then. */
    Figures assertOrderly() {
        assertThat(wrong()).as("wrong replies").isZero();
        assertThat(firstServed()).as("threads served again").hasSize(FaultScene.THREADS);
        assertThat(longestWait())
                .as("the longest wait for a connection or an error")
                .isLessThan(limit().plus(STUCK));
        assertThat(longest())
                .as("the longest call: a wait, and at most two replies that do not come")
                .isLessThan(limit().plus(terms.networkTimeout.multipliedBy(2)).plus(STUCK));
        assertThat(recovery()).as("until every thread was served again").isLessThan(STUCK);
        assertThat(fullService()).as("until all connections were there").isLessThan(STUCK);
        return this;
    }

    /**
     * Promises about time: no answer is late, all connections return soon, and every caller is
     * served as soon as they can.
     */
    void assertInTime() {
        assertThat(longestWait())
                .as("%s: the longest wait for a connection or an error", name)
                .isLessThan(limit().plus(lateness.p999()).plus(PROMISED_LATENESS));
        assertThat(fullService())
                .as("%s: until all connections were there again", name)
                .isLessThan(PROMISED_RECOVERY.plus(lateness.p999()));
        assertThat(recovery())
                .as("%s: until every thread was served again and no call failed", name)
                .isLessThan(PROMISED_RECOVERY.plus(terms.round()).plus(lateness.p999()));
    }

    /** At most this many connections served meanwhile, and at least half as many. */
    void assertServed(int some, long since) {
        long good =
                count(
                        call ->
                                call.isGood()
                                        && call.answered() - since >= 0
                                        && isBeforeTheEnd(call));
        double full = (double) (mendedAt - since) / terms.hold.toNanos() * some;
        assertThat((double) good)
                .as("%s: calls that %d connections served while it lasted", name, some)
                .isBetween(full / 2, full);
    }

    /** Each call begun after that and before the repair failed for good. */
    Figures assertRefusedForGood(long since) {
        assertThat(cameSince(since))
                .isNotEmpty()
                .allMatch(
                        call -> call.failure() instanceof SQLNonTransientConnectionException,
                        "was refused for good");
        return this;
    }

    /** None of these calls waited. */
    void assertRefusedAtOnce(long since) {
        assertThat(
                        Duration.ofNanos(
                                cameSince(since).stream()
                                        .mapToLong(call -> call.lateBy(0))
                                        .max()
                                        .orElse(0)))
                .as("%s: until callers were refused for good", name)
                .isLessThan(lateness.p999().plus(PROMISED_LATENESS));
    }

    private List<Call> cameSince(long since) {
        return calls.stream()
                .filter(call -> call.begun() - since >= 0 && isBeforeTheEnd(call))
                .toList();
    }

    private boolean isBeforeTheEnd(Call call) {
        return call.ended() - mendedAt < 0;
    }

    /**
     * The server of an outage is not tried too often while it lasts, nor asked for more than was
     * lost afterwards.
     *
     * @param lost how many connections were
     */
    Figures assertConnects(int lost) {
        assertThat(connects.countBeyond(RETRIES))
                .as("%s: connects beyond %d in any second", name, RETRIES)
                .isLessThanOrEqualTo(MAX_CREATING + EARLY_RETRIES);
        return assertMadeAnewOnce(connects.countAfterwards(), lost);
    }

    /** Connections that were lost while others could be made are each replaced once. */
    Figures assertConnectsAtAnyTime(int lost) {
        return assertMadeAnewOnce(connects.countMeanwhile() + connects.countAfterwards(), lost);
    }

    /**
     * One attempt may begin a moment too early. On a busy machine slow attempts are given up and
     * repeated.
     */
    private Figures assertMadeAnewOnce(long made, int lost) {
        judge(
                () ->
                        assertThat(made)
                                .as("%s: connects where they can succeed", name)
                                .isLessThanOrEqualTo(lost + 1L));
        return this;
    }

    /** Checks what a machine without stalls lets a pool keep. */
    private void judge(Runnable promise) {
        TimePromise.judge("fault " + name, lateness, PROMISED_LATENESS, promise);
    }

    Figures assertNoConnects() {
        assertThat(connects.meanwhile()).as("connects while it lasted").isEmpty();
        assertThat(connects.afterwards()).as("connects afterwards").isEmpty();
        return this;
    }

    /**
     * At least one call found its connection lost, and no more calls than connections; the driver
     * told them. On a busy machine replies later than the network time-out cost more connections.
     */
    Figures assertBroken(int lost, String states) {
        List<Call> broken = calls.stream().filter(Call::isBroken).toList();
        assertThat(broken).as("calls whose connection failed").isNotEmpty();
        judge(
                () ->
                        assertThat(broken)
                                .as("%s: calls whose connection failed", name)
                                .hasSizeLessThanOrEqualTo(lost));
        assertTold(broken, new Told(PSQLException.class, states));
        return this;
    }

    /** Each refused caller was told one of these; a time-out came only after the whole time. */
    Figures assertRefused(Told... expected) {
        List<Call> refused = calls.stream().filter(Call::isRefused).toList();
        assertTold(refused, expected);
        assertThat(refused)
                .filteredOn(call -> call.failure() instanceof SQLTransientException)
                .as("time-outs")
                .allMatch(call -> call.lateBy(limit().toNanos()) >= 0, "after the time");
        return this;
    }

    private static void assertTold(List<Call> calls, Told... expected) {
        assertThat(calls)
                .allSatisfy(
                        call ->
                                assertThat(expected)
                                        .as("%s, state %s", call.failure(), call.state())
                                        .anyMatch(told -> told.is(call)));
    }

    /** Each served call begun after the repair took at least that long. */
    Figures assertSlow(Duration least) {
        assertThat(calls)
                .filteredOn(call -> call.served() && call.begun() - mendedAt >= 0)
                .isNotEmpty()
                .allMatch(
                        call -> call.ended() - call.answered() >= least.toNanos(),
                        "a call takes at least " + least);
        return this;
    }

    Figures assertNobodyBroken() {
        assertThat(broken()).as("calls whose connection failed").isZero();
        return this;
    }

    Figures assertNobodyRefused() {
        assertThat(refused()).as("calls that were given no connection").isZero();
        return this;
    }

    @Override
    public String toString() {
        return String.format(
                "fault %-24s lasted %5d ms, all connections after %4d ms, all %d served after %4d"
                        + " ms, %d calls, %d broken %s, %d refused %s, %d wrong, waits up to %d of"
                        + " %d ms (%s), calls up to %d ms, connects %d meanwhile (in a second %d,"
                        + " later %d) and %d after",
                name,
                Duration.ofNanos(mendedAt - failedAt).toMillis(),
                fullService().toMillis(),
                firstServed().size(),
                recovery().toMillis(),
                calls.size(),
                broken(),
                states(Call::isBroken),
                refused(),
                states(Call::isRefused),
                wrong(),
                longestWait().toMillis(),
                limit().toMillis(),
                lateness,
                longest().toMillis(),
                connects.countMeanwhile(),
                connects.mostInTheFirstSecond(),
                connects.mostInASecondLater(),
                connects.countAfterwards());
    }

    private Map<String, Long> states(Predicate<Call> which) {
        return calls.stream()
                .filter(which)
                .collect(Collectors.groupingBy(Call::state, TreeMap::new, Collectors.counting()));
    }
}
