package io.sluice.perf.report;

import io.sluice.perf.peer.Peer;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** One figure of every contestant, as the results of a report have it. */
final class PoolFigures {

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

    /** Returns the figure of a contestant, if it was measured. */
    OptionalDouble of(Peer peer) {
        Double figure = figures.get(peer);
        return figure == null ? OptionalDouble.empty() : OptionalDouble.of(figure);
    }

    /** Returns the largest figure of the pools in use today, with its pool. */
    Optional<Map.Entry<Peer, Double>> mostOfPeers() {
        return peers().stream().max(Map.Entry.comparingByValue());
    }

    /** Returns the smallest figure of the pools in use today, with its pool. */
    Optional<Map.Entry<Peer, Double>> leastOfPeers() {
        return peers().stream().min(Comparator.comparing(Map.Entry::getValue));
    }

    /** Returns the figures of the pools in use today. */
    List<Map.Entry<Peer, Double>> peers() {
        return figures.entrySet().stream()
                .filter(entry -> entry.getKey().kind() == Peer.Kind.PEER)
                .toList();
    }
}
