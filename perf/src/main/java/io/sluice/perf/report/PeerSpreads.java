package io.sluice.perf.report;

import io.sluice.perf.peer.Peer;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** One figure of every contestant, over its rounds. */
public final class PeerSpreads {

    private final Map<Peer, Spread> spreads;

    private PeerSpreads(Map<Peer, Spread> spreads) {
        this.spreads = Collections.unmodifiableMap(spreads);
    }

    /**
     * Groups measurements by contestant.
     *
     * @param rounds the measurements
     * @param peer the contestant of a measurement
     * @param figure the figure to take from it
     * @param <T> a measurement
     */
    public static <T> PeerSpreads of(
            Collection<T> rounds, Function<T, Peer> peer, ToDoubleFunction<T> figure) {
        Map<Peer, List<Double>> values =
                rounds.stream()
                        .collect(
                                Collectors.groupingBy(
                                        peer,
                                        () -> new EnumMap<>(Peer.class),
                                        Collectors.mapping(
                                                figure::applyAsDouble, Collectors.toList())));
        Map<Peer, Spread> spreads = new EnumMap<>(Peer.class);
        values.forEach((key, list) -> spreads.put(key, Spread.of(list)));
        return new PeerSpreads(spreads);
    }

    /** Returns the contestants that were measured, in the order of the enum. */
    public Set<Peer> peers() {
        return spreads.keySet();
    }

    /** Returns the figures of a contestant that was measured. */
    public Spread of(Peer peer) {
        return Objects.requireNonNull(spreads.get(peer), () -> peer + " was not measured");
    }

    /** Returns the median of a contestant, if it was measured. */
    public OptionalDouble median(Peer peer) {
        Spread spread = spreads.get(peer);
        return spread == null ? OptionalDouble.empty() : OptionalDouble.of(spread.median());
    }

    /** Returns the largest median of the pools in use today, if one was measured. */
    public OptionalDouble largestOfPeers() {
        return spreads.entrySet().stream()
                .filter(entry -> entry.getKey().kind() == Peer.Kind.PEER)
                .mapToDouble(entry -> entry.getValue().median())
                .max();
    }

    /**
     * Adds median, least and greatest value of a contestant to a result, under the name and two
     * similar ones.
     */
    public void putInto(Map<String, Object> result, String name, Peer peer) {
        of(peer).putInto(result, name);
    }

    /** Returns a bar for each contestant. */
    public BarChart chart(String title, DoubleFunction<String> format) {
        return new BarChart(
                title,
                spreads.entrySet().stream()
                        .map(
                                entry ->
                                        new BarChart.Bar(
                                                entry.getKey().toString(),
                                                entry.getValue(),
                                                tone(entry.getKey())))
                        .toList(),
                format);
    }

    /** Returns how charts colour a contestant. */
    public static BarChart.Tone tone(Peer peer) {
        return switch (peer.kind()) {
            case OURS -> BarChart.Tone.OURS;
            case BOUND -> BarChart.Tone.BOUND;
            case PEER, STUDY -> BarChart.Tone.PEER;
        };
    }
}
