package io.sluice.jdbc.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pool.fault.Call;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What a fault has led to, and the promises that it is held against.
 *
 * @param name the fault
 * @param limit how long callers wait for a connection at most
 * @param failedAt when it came, in {@link System#nanoTime} as all the times
 * @param mendedAt when it was gone
 * @param calls what became of each call
 * @param lateness by how much threads that merely park were late in the same run, p99.9
 * @param connects when the pool began to connect
 */
record Figures(
        String name,
        Duration limit,
        long failedAt,
        long mendedAt,
        List<Call> calls,
        Duration lateness,
        List<Long> connects) {

    private static final Duration PROMISED_RECOVERY = Duration.ofSeconds(1);
    private static final Duration PROMISED_LATENESS = Duration.ofMillis(50);

    /** Longer than any stall: what takes longer has waited for something that does not come. */
    private static final Duration STUCK = Duration.ofSeconds(10);

    /** How often the pool tries before it does so at the lowest rate. */
    private static final int BACK_OFF = 12;

    /** How often it tries in a second after that, at most; twice each time with a password. */
    private static final int RETRIES = 8;

    /** Everybody who tried got a connection again: how long after the fault had gone. */
    Duration recovery() {
        Map<Integer, Long> firstServed = new TreeMap<>();
        for (Call call : calls) {
            if (call.isGood() && call.answered() - mendedAt >= 0) {
                firstServed.merge(call.caller(), call.ended() - mendedAt, Math::min);
            }
        }
        assertThat(firstServed).as("who was served again").hasSize(FaultScene.THREADS);
        return Duration.ofNanos(
                firstServed.values().stream().mapToLong(each -> each).max().getAsLong());
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

    private Duration longestWait() {
        return limit.plusNanos(
                calls.stream().mapToLong(call -> call.lateBy(limit.toNanos())).max().getAsLong());
    }

    private Duration longest() {
        return Duration.ofNanos(
                calls.stream().mapToLong(call -> call.ended() - call.begun()).max().getAsLong());
    }

    private long connectsMeanwhile() {
        return connects.stream().filter(at -> at - failedAt >= 0 && at - mendedAt < 0).count();
    }

    private long connectsAfterwards() {
        return connects.stream().filter(at -> at - mendedAt >= 0).count();
    }

    // promises

    /** What holds whatever happened, on a machine that stands still now and then as well. */
    Figures assertOrderly() {
        assertThat(wrong()).as("wrong replies").isZero();
        assertThat(longestWait())
                .as("the longest wait for a connection or an error")
                .isLessThan(limit.plus(STUCK));
        assertThat(longest())
                .as("the longest call: a wait, and at most two replies that do not come")
                .isLessThan(limit.plus(FaultScene.NETWORK_TIMEOUT.multipliedBy(2)).plus(STUCK));
        assertThat(recovery()).as("until everybody was served again").isLessThan(STUCK);
        return this;
    }

    /** What is promised about time: nobody is told late, and everybody is served soon. */
    void assertInTime() {
        assertThat(longestWait())
                .as("%s: the longest wait for a connection or an error", name)
                .isLessThan(limit.plus(lateness).plus(PROMISED_LATENESS));
        assertThat(recovery())
                .as("%s: until everybody was served again", name)
                .isLessThan(PROMISED_RECOVERY.plus(lateness));
    }

    /**
     * The pool makes each connection anew at most once, and while that fails tries now and then.
     */
    Figures assertConnectsBounded() {
        Duration lasted = Duration.ofNanos(mendedAt - failedAt).plus(recovery());
        assertThat(connectsMeanwhile() + connectsAfterwards())
                .as("connects since the fault came")
                .isLessThanOrEqualTo(
                        FaultScene.CONNECTIONS + BACK_OFF + RETRIES * (1 + lasted.toSeconds()));
        return this;
    }

    /** Errors on a connection that was given are no more than the connections that were lost. */
    Figures assertBroken(int most, String states) {
        List<Call> broken = calls.stream().filter(Call::isBroken).toList();
        assertThat(broken).as("calls whose connection failed").hasSizeLessThanOrEqualTo(most);
        assertStates(broken, SQLException.class, states);
        return this;
    }

    /** Who was refused was told so with an error of this type and one of these states. */
    Figures assertRefused(Class<? extends SQLException> type, String states) {
        assertStates(calls.stream().filter(Call::isRefused).toList(), type, states);
        return this;
    }

    private static void assertStates(
            List<Call> calls, Class<? extends SQLException> type, String states) {
        assertThat(calls)
                .allSatisfy(
                        call -> {
                            assertThat(call.failure()).isInstanceOf(type);
                            assertThat(call.state()).matches(states);
                        });
    }

    Figures assertNobodyRefused() {
        assertThat(refused()).as("calls that were given no connection").isZero();
        return this;
    }

    @Override
    public String toString() {
        return String.format(
                "fault %-24s lasted %5d ms, all served after %4d ms, %d calls, %d broken %s, %d"
                        + " refused %s, %d wrong, waits up to %d of %d ms (parking threads %d ms late), calls up to"
                        + " %d ms,"
                        + " connects %d meanwhile and %d after",
                name,
                Duration.ofNanos(mendedAt - failedAt).toMillis(),
                recovery().toMillis(),
                calls.size(),
                broken(),
                states(Call::isBroken),
                refused(),
                states(Call::isRefused),
                wrong(),
                longestWait().toMillis(),
                limit.toMillis(),
                lateness.toMillis(),
                longest().toMillis(),
                connectsMeanwhile(),
                connectsAfterwards());
    }

    private Map<String, Long> states(Predicate<Call> which) {
        return calls.stream()
                .filter(which)
                .collect(Collectors.groupingBy(Call::state, TreeMap::new, Collectors.counting()));
    }
}
