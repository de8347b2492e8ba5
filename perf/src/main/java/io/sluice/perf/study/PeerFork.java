package io.sluice.perf.study;

import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.fork.Printed;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A virtual machine that measures one contestant and prints its figures. */
public final class PeerFork {

    /** The time that a virtual machine may take besides that of the measurement. */
    private static final Duration LIMIT = Duration.ofMinutes(5);

    /** How long pools may take to make their connections. */
    private static final Duration FILL_LIMIT = Duration.ofSeconds(30);

    private PeerFork() {}

    /**
     * Measures in another virtual machine.
     *
     * @param main passes the order to {@link ForkedJvm#answer}
     * @param flags its flags besides the usual
     * @param millis how long it measures
     */
    public static Printed run(Class<?> main, List<String> flags, long millis, Record order)
            throws IOException, InterruptedException {
        return ForkedJvm.run(
                "the fork for " + main.getSimpleName() + ", " + order,
                flags,
                main,
                order,
                LIMIT.plusMillis(millis));
    }

    /**
     * Waits until pools have the connections that they should, and fails if that takes too long.
     *
     * @param expected what they should have
     */
    public static void await(String expected, BooleanSupplier met) throws InterruptedException {
        long since = System.nanoTime();
        while (!met.getAsBoolean()) {
            if (System.nanoTime() - since > FILL_LIMIT.toNanos()) {
                throw new IllegalStateException(
                        "expected "
                                + expected
                                + " within "
                                + FILL_LIMIT.toSeconds()
                                + " s; is the machine busy?");
            }
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }
}
