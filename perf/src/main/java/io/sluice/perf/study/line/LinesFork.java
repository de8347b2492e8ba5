package io.sluice.perf.study.line;

import com.fasterxml.jackson.jr.ob.JSON;
import io.sluice.perf.peer.OpenPeer;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.peer.PeerSettings;
import io.sluice.perf.stub.StubDriver;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * Counts the memory accesses of one contestant. Runs in a virtual machine of its own with {@link
 * LineAgent} in it, started by {@link Lines}, and prints one JSON object.
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

    private final List<Client> clients = new ArrayList<>();
    private final Places places;
    private final Caches caches;

    private LinesFork(OpenPeer peer, int threads, Places places) throws SQLException {
        for (int i = 0; i < threads; i++) {
            clients.add(new Client(peer.sourceForClient()));
        }
        this.places = places;
        caches = new Caches(threads);
    }

    /**
     * Counts one contestant.
     *
     * @param args the contestant, and how many threads
     */
    public static void main(String[] args) throws Exception {
        Peer peer = Peer.valueOf(args[0]);
        int threads = Integer.parseInt(args[1]);
        int connections = LinesPlan.connections(threads);
        PeerSettings settings = PeerSettings.withoutUser(StubDriver.URL, connections);
        Places places = new Places(LineAgent.fields());
        List<Cycle> cycles = new ArrayList<>();
        List<Map<String, Object>> rounds = new ArrayList<>();
        List<String> writtenByAll = List.of();
        try (OpenPeer open = peer.open(settings)) {
            if (peer.kind() != Peer.Kind.BOUND) {
                OpenPeer.fill(open.sourceForClient(), connections);
            }
            Probe.stopClock();
            for (int round = 1; round <= ROUNDS; round++) {
                LinesFork fork = new LinesFork(open, threads, places);
                fork.run(round);
                cycles.addAll(fork.caches.cycles());
                rounds.add(means(fork.caches.cycles()));
                writtenByAll = fork.caches.writtenByAll().stream().map(Line::toString).toList();
            }
            Probe.runClock();
        }
        LineAgent.fields(); // fails if a class could not be changed
        Map<String, Object> figures = means(cycles);
        figures.put("rounds", rounds);
        figures.put("writtenByAll", writtenByAll);
        System.out.println(JSON.std.asString(figures));
    }

    private static Map<String, Object> means(List<Cycle> cycles) {
        Map<String, Object> means = new LinkedHashMap<>();
        means.put("atomics", mean(cycles, Cycle::atomics));
        means.put("read", mean(cycles, Cycle::sharedReads));
        means.put("moved", mean(cycles, Cycle::moved));
        return means;
    }

    private static double mean(List<Cycle> cycles, ToIntFunction<Cycle> figure) {
        return cycles.stream().mapToInt(figure).average().orElseThrow();
    }

    private void run(int round) throws InterruptedException, SQLException {
        Turns.run(clients.size(), halves(WARM_UP + SEEN + COUNTED), round, this::turn);
        for (Client client : clients) {
            client.end();
        }
    }

    private int halves(int cyclesOfEach) {
        return 2 * cyclesOfEach * clients.size();
    }

    private void turn(int number, int turn) throws SQLException {
        Client client = clients.get(number);
        if (turn < halves(WARM_UP)) {
            client.half();
            return;
        }
        Probe.watch();
        try {
            client.half();
        } finally {
            Probe.rest();
        }
        note(number);
        if (client.holds()) {
            caches.acquired(number);
        } else {
            caches.released(number, turn >= halves(WARM_UP + SEEN));
        }
    }

    private void note(int number) {
        if (!Probe.keptAll()) {
            throw new IllegalStateException(
                    "one acquire or release touches memory "
                            + Probe.count()
                            + " times, more than we can note");
        }
        for (int note = 0; note < Probe.count(); note++) {
            int where = Probe.where(note);
            Places.Place place = places.of(Probe.owner(note), Probe.place(note), where);
            if (place != null) {
                caches.touch(number, place, where, Probe.access(note));
            }
        }
    }
}
