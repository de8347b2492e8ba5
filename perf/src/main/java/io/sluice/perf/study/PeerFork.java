package io.sluice.perf.study;

import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.fork.Printed;
import io.sluice.perf.peer.Peer;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** A virtual machine that measures one contestant and prints its figures. */
public final class PeerFork {

    /** The time that a virtual machine may take besides that of the measurement. */
    private static final Duration LIMIT = Duration.ofMinutes(5);

    /** How long pools may take to make their connections. */
    private static final Duration FILL_LIMIT = Duration.ofSeconds(30);

    private PeerFork() {}

    /** The work of the virtual machine. */
    public interface Measurement {

        /** Measures a contestant, with the numbers that it was ordered with. */
        Map<String, Object> of(Peer peer, int... numbers) throws Exception;
    }

    /**
     * Measures in another virtual machine.
     *
     * @param main calls {@link #answer}
     * @param flags its flags besides the usual
     * @param millis how long it measures
     */
    public static Printed run(
            Class<?> main, Peer peer, List<String> flags, long millis, int... numbers)
            throws IOException, InterruptedException {
        return ForkedJvm.run(
                "the fork of " + peer + " for " + main.getSimpleName(),
                flags,
                main,
                Stream.concat(
                                Stream.of(peer.name()),
                                Arrays.stream(numbers).mapToObj(Integer::toString))
                        .toList(),
                LIMIT.plusMillis(millis));
    }

    /** Measures in this virtual machine, prints the figures, and ends it. */
    public static void answer(String[] args, Measurement measurement) {
        int[] numbers = Arrays.stream(args).skip(1).mapToInt(Integer::parseInt).toArray();
        ForkedJvm.answer(() -> measurement.of(Peer.valueOf(args[0]), numbers));
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
