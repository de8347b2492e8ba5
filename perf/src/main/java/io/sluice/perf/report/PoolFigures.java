package io.sluice.perf.report;

import io.sluice.perf.peer.Peer;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** One figure of every contestant, as the results of a report have it. */
final class PoolFigures {

    private static final Map.Entry<Peer, Double> NONE = Map.entry(Peer.HIKARI, Double.NaN);

    private final Map<Peer, Double> figures = new EnumMap<>(Peer.class);

    /**
     * Collects the figures.
     *
     * @param results the results of one situation, one for each contestant
     * @param name the name of the figure there
     */
    PoolFigures(List<Map<String, Object>> results, String name) {
        for (Map<String, Object> result : results) {
            for (Peer peer : Peer.values()) {
                if (peer.toString().equals(result.get("pool"))
                        && result.get(name) instanceof Number figure) {
                    figures.put(peer, figure.doubleValue());
                }
            }
        }
    }

    /** Returns the figure of a contestant; not a number if it was not measured. */
    double of(Peer peer) {
        return figures.getOrDefault(peer, Double.NaN);
    }

    /** Returns the largest figure of the pools in use today, with its pool. */
    Map.Entry<Peer, Double> mostOfPeers() {
        return peers().stream().max(Map.Entry.comparingByValue()).orElse(NONE);
    }

    /** Returns the smallest figure of the pools in use today, with its pool. */
    Map.Entry<Peer, Double> leastOfPeers() {
        return peers().stream().min(Map.Entry.comparingByValue()).orElse(NONE);
    }

    /** Returns the figures of the pools in use today. */
    List<Map.Entry<Peer, Double>> peers() {
        return figures.entrySet().stream()
                .filter(entry -> entry.getKey().kind() == Peer.Kind.PEER)
                .toList();
    }
}
