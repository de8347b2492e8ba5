package io.sluice.perf.study.housekeeping;

import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.peer.OpenPeer;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.peer.PeerSettings;
import io.sluice.perf.stub.StubDriver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * Uses some pools and then watches what they do by themselves.
 *
 * @param peer the contestant
 * @param pools how many pools
 * @param traffic for how many milliseconds they are used
 * @param settle for how many they are then left alone
 * @param window for how many they are watched
 */
record IdleFork(Peer peer, int pools, int traffic, int settle, int window)
        implements ForkedJvm.Order {

    /** The minimum size of each pool. */
    static final int MIN_SIZE = 2;

    /** The maximum size of each pool. */
    static final int MAX_SIZE = 10;

    /** Opens the pools, uses them from this thread, watches them, and closes them. */
    @Override
    public Map<String, Object> measure() throws Exception {
        Duration timeout = Duration.ofSeconds(30);
        PeerSettings settings =
                new PeerSettings(
                        StubDriver.URL, null, null, MAX_SIZE, MIN_SIZE, true, timeout, null, null);
        PoolThreads threads = new PoolThreads();
        List<OpenPeer> open = new ArrayList<>();
        List<DataSource> sources = new ArrayList<>();
        try {
            for (int i = 0; i < pools; i++) {
                OpenPeer one = peer.open(settings);
                open.add(one);
                sources.add(one.sourceForClient());
            }
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(traffic);
            do {
                for (DataSource source : sources) {
                    source.getConnection().close();
                }
            } while (System.nanoTime() < end);
            int least = MIN_SIZE * pools;
            ForkedJvm.await(
                    least + " connections of " + peer,
                    () -> StubDriver.open(StubDriver.URL) >= least);
            TimeUnit.MILLISECONDS.sleep(settle);
            Map<String, Object> figures = threads.watch(window);
            figures.put("connections", StubDriver.open(StubDriver.URL));
            return figures;
        } finally {
            for (OpenPeer one : open) {
                one.close();
            }
        }
    }
}
