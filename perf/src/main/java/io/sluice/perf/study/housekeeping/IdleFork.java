package io.sluice.perf.study.housekeeping;

import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.peer.OpenPeer;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.peer.PeerSettings;
import io.sluice.perf.stub.StubDriver;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * Uses some pools and then watches what they do by themselves. Runs in a virtual machine of its
 * own, started by {@link IdleRuns}, and prints one JSON object.
 */
final class IdleFork {

    /** How long pools may take to reach their minimum size. */
    private static final Duration FILL_LIMIT = Duration.ofSeconds(30);

    private IdleFork() {}

    /**
     * Watches one contestant.
     *
     * @param args the contestant, how many pools, and the three times in milliseconds
     */
    public static void main(String[] args) {
        ForkedJvm.answer(
                () ->
                        measure(
                                Peer.valueOf(args[0]),
                                Integer.parseInt(args[1]),
                                new IdleTimes(
                                        Integer.parseInt(args[2]),
                                        Integer.parseInt(args[3]),
                                        Integer.parseInt(args[4]))));
    }

    /** Returns the arguments of {@link #main}. */
    static List<String> args(Peer peer, int pools, IdleTimes times) {
        return List.of(
                peer.name(),
                Integer.toString(pools),
                Integer.toString(times.traffic()),
                Integer.toString(times.settle()),
                Integer.toString(times.window()));
    }

    /** Opens the pools, uses them from this thread, watches them, and closes them. */
    static Map<String, Object> measure(Peer peer, int pools, IdleTimes times)
            throws SQLException, InterruptedException {
        PoolThreads threads = new PoolThreads();
        List<OpenPeer> open = new ArrayList<>();
        try {
            for (int i = 0; i < pools; i++) {
                open.add(peer.open(settings()));
            }
            use(open, times.traffic());
            awaitFilled(peer, pools);
            TimeUnit.MILLISECONDS.sleep(times.settle());
            return new IdleWatch(threads).watch(times.window());
        } finally {
            for (OpenPeer one : open) {
                one.close();
            }
        }
    }

    private static PeerSettings settings() {
        return new PeerSettings(
                StubDriver.URL,
                null,
                null,
                HousekeepingPlan.MAX_SIZE,
                HousekeepingPlan.MIN_SIZE,
                true,
                Duration.ofSeconds(30),
                null,
                null);
    }

    private static void use(List<OpenPeer> open, int millis) throws SQLException {
        List<DataSource> sources = new ArrayList<>();
        for (OpenPeer one : open) {
            sources.add(one.sourceForClient());
        }
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        do {
            for (DataSource source : sources) {
                source.getConnection().close();
            }
        } while (System.nanoTime() < end);
    }

    private static void awaitFilled(Peer peer, int pools) throws InterruptedException {
        int least = HousekeepingPlan.MIN_SIZE * pools;
        long since = System.nanoTime();
        while (StubDriver.open(StubDriver.URL) < least) {
            if (System.nanoTime() - since > FILL_LIMIT.toNanos()) {
                throw new IllegalStateException(
                        peer
                                + " has "
                                + StubDriver.open(StubDriver.URL)
                                + " connections in "
                                + pools
                                + " pools after "
                                + FILL_LIMIT.toSeconds()
                                + " s, not "
                                + least);
            }
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }
}
