package io.sluice.perf.study.housekeeping;

import io.sluice.perf.peer.OpenPeer;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.peer.PeerSettings;
import io.sluice.perf.stub.StubDriver;
import io.sluice.perf.study.PeerFork;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/** Uses some pools and then watches what they do by themselves. */
final class IdleFork {

    /** The minimum size of each pool. */
    static final int MIN_SIZE = 2;

    /** The maximum size of each pool. */
    static final int MAX_SIZE = 10;

    private IdleFork() {}

    /** Watches in a virtual machine of its own. */
    public static void main(String[] args) {
        PeerFork.answer(args, IdleFork::measure);
    }

    /**
     * Opens the pools, uses them from this thread, watches them, and closes them.
     *
     * @param numbers how many pools, and for how many milliseconds they are used, left alone, and
     *     watched
     */
    static Map<String, Object> measure(Peer peer, int... numbers) throws Exception {
        PeerSettings settings =
                new PeerSettings(
                        StubDriver.URL,
                        null,
                        null,
                        MAX_SIZE,
                        MIN_SIZE,
                        true,
                        Duration.ofSeconds(30),
                        null,
                        null);
        PoolThreads threads = new PoolThreads();
        List<OpenPeer> open = new ArrayList<>();
        List<DataSource> sources = new ArrayList<>();
        try {
            for (int i = 0; i < numbers[0]; i++) {
                OpenPeer one = peer.open(settings);
                open.add(one);
                sources.add(one.sourceForClient());
            }
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(numbers[1]);
            do {
                for (DataSource source : sources) {
                    source.getConnection().close();
                }
            } while (System.nanoTime() < end);
            int least = MIN_SIZE * numbers[0];
            PeerFork.await(
                    least + " connections of " + peer,
                    () -> StubDriver.open(StubDriver.URL) >= least);
            TimeUnit.MILLISECONDS.sleep(numbers[2]);
            Map<String, Object> figures = threads.watch(numbers[3]);
            figures.put("connections", StubDriver.open(StubDriver.URL));
            return figures;
        } finally {
            for (OpenPeer one : open) {
                one.close();
            }
        }
    }
}
