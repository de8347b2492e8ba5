package io.sluice.perf.study.line;

import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.peer.OpenPeer;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.peer.PeerSettings;
import io.sluice.perf.stub.StubDriver;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Counts the memory accesses of one contestant, in a virtual machine with {@link LineAgent} in it.
 *
 * <p>The clients are threads that take turns: one of them acquires or releases while the others
 * stand still, some with a connection and some without. The count is therefore exact, and the least
 * that the pool can do: threads that meet at the same moment never need fewer lines.
 */
final class LinesFork {

    /** How often the count is repeated, with other threads and draws, so that no draw decides. */
    static final int ROUNDS = 3;

    /** Cycles of each client, on average, to warm up. */
    static final int WARM_UP = 200;

    /** Cycles of each client, on average, that the model sees before any counts. */
    private static final int SEEN = 10;

    /** Cycles of each client, on average, that count. */
    static final int COUNTED = 20;

    /** Arrays, which have no probes: what they do would count. */
    private final DataSource[] sources;

    private final @Nullable Connection[] held;
    private final Places places;
    private final Caches caches;

    private LinesFork(OpenPeer peer, int threads, Places places) throws SQLException {
        sources = new DataSource[threads];
        for (int i = 0; i < threads; i++) {
            sources[i] = peer.sourceForClient();
        }
        held = new Connection[threads];
        this.places = places;
        caches = new Caches(threads);
    }

    /**
     * What to count.
     *
     * @param peer the contestant
     * @param threads how many clients take turns
     * @param connections how many connections there are
     */
    record Lines(Peer peer, int threads, int connections) implements ForkedJvm.Order {

        @Override
        public Map<String, Object> measure() throws Exception {
            return count(peer, threads, connections);
        }
    }

    private static Map<String, Object> count(Peer peer, int threads, int connections)
            throws Exception {
        LineAgent.check();
        Places places = new Places();
        List<Caches.Cycle> cycles = new ArrayList<>();
        List<Map<String, Object>> rounds = new ArrayList<>();
        List<String> writtenByAll = List.of();
        try (OpenPeer open = peer.open(PeerSettings.withoutUser(StubDriver.URL, connections))) {
            if (peer.kind() != Peer.Kind.BOUND) {
                OpenPeer.fill(open.sourceForClient(), connections);
            }
            Probe.stopClock();
            for (int round = 1; round <= ROUNDS; round++) {
                LinesFork fork = new LinesFork(open, threads, places);
                fork.run(round);
                cycles.addAll(fork.caches.cycles());
                rounds.add(means(fork.caches.cycles()));
                writtenByAll = fork.caches.writtenByAll();
            }
            Probe.runClock();
        }
        LineAgent.check();
        Map<String, Object> figures = means(cycles);
        figures.put("rounds", rounds);
        figures.put("writtenByAll", writtenByAll);
        return figures;
    }

    private static Map<String, Object> means(List<Caches.Cycle> cycles) {
        Map<String, Object> means = new HashMap<>();
        means.put("atomicOperations", mean(cycles, Caches.Cycle::atomics));
        means.put("sharedLinesRead", mean(cycles, Caches.Cycle::sharedReads));
        means.put("linesMoved", mean(cycles, Caches.Cycle::moved));
        return means;
    }

    private static double mean(List<Caches.Cycle> cycles, ToIntFunction<Caches.Cycle> figure) {
        return cycles.stream().mapToInt(figure).average().orElseThrow();
    }

    /** Lets the clients take turns, in a random order that is the same each time. */
    private void run(int round) throws Exception {
        List<ExecutorService> threads =
                Stream.generate(() -> Executors.newFixedThreadPool(1)).limit(held.length).toList();
        Random lots = new Random(round);
        CompletableFuture<Void> done = CompletableFuture.completedFuture(null);
        for (int turn = 0; turn < halves(WARM_UP + SEEN + COUNTED); turn++) {
            int client = lots.nextInt(held.length);
            int number = turn;
            done = done.thenRunAsync(() -> take(client, number), threads.get(client));
        }
        done.get();
        threads.forEach(ExecutorService::shutdown);
        for (int client = 0; client < held.length; client++) {
            if (held[client] != null) {
                half(client);
            }
        }
    }

    private int halves(int cyclesOfEach) {
        return 2 * cyclesOfEach * held.length;
    }

    private void take(int client, int turn) {
        boolean seen = turn >= halves(WARM_UP);
        List<Probe.Note> notes;
        try {
            if (seen) {
                Probe.watch();
            }
            half(client);
        } catch (SQLException e) {
            throw new IllegalStateException("turn " + turn + " failed", e);
        } finally {
            notes = Probe.rest();
        }
        if (!seen) {
            return;
        }
        for (Probe.Note note : notes) {
            Places.Place place = places.of(note);
            if (place != null) {
                boolean stripe = note.kind() == Probe.Kind.STRIPE;
                caches.touch(client, place, stripe, note.access());
            }
        }
        if (held[client] != null) {
            caches.acquired(client);
        } else {
            caches.released(client, turn >= halves(WARM_UP + SEEN));
        }
    }

    /** Acquires a connection, or releases the one that the client has. */
    private void half(int client) throws SQLException {
        Connection connection = held[client];
        if (connection == null) {
            held[client] = sources[client].getConnection();
        } else {
            held[client] = null;
            connection.close();
        }
    }
}
