package io.sluice.pool.mutation;

import io.sluice.sim.Simulator;
import io.sluice.sim.Subject;
import io.sluice.sim.transform.Lines;
import io.sluice.sim.transform.Lines.Line;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Base64;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The seeds of a subject by which each line of the libraries runs. A seed that does not come to a
 * changed line runs as it does without the change, so that it need not be tried.
 */
final class ReachedLines {

    private static final String INITIALIZER = "initializer";

    private final long seeds;
    private final Map<Line, BitSet> reached = new HashMap<>();

    /** The sources of which more runs than class initializers. */
    private final Set<String> files = new HashSet<>();

    private ReachedLines(long seeds) {
        this.seeds = seeds;
    }

    /** Runs seeds, from 1, and finds out which lines each of them passes. */
    static ReachedLines of(Subject subject, int seeds) {
        ClassLoader libraries = ReachedLines.class.getClassLoader();
        Simulator simulator = new Simulator(subject, libraries, /* marksLines= */ true);
        ReachedLines lines = new ReachedLines(seeds);
        for (Line line : Lines.all()) {
            lines.reached.put(line, new BitSet());
        }
        for (Line line : Lines.takePassed()) {
            if (line.isInitializer()) {
                lines.reached.get(line).set(1, seeds + 1);
            }
        }
        for (int seed = 1; seed <= seeds; seed++) {
            String failure = simulator.run(seed).failure();
            if (failure != null) {
                throw new IllegalStateException(
                        subject + ", seed " + seed + " fails without a change: " + failure);
            }
            for (Line line : Lines.takePassed()) {
                lines.passed(line, seed);
            }
        }
        return lines;
    }

    private void passed(Line line, int seed) {
        reached.computeIfAbsent(line, unseen -> new BitSet()).set(seed);
        if (!line.isInitializer()) {
            files.add(line.file());
        }
    }

    void write(Path file) throws IOException {
        Path draft = file.resolveSibling(file.getFileName() + ".draft");
        try (BufferedWriter out = Files.newBufferedWriter(draft)) {
            out.write(seeds + "\n");
            for (Map.Entry<Line, BitSet> entry : reached.entrySet()) {
                Line line = entry.getKey();
                String bits = Base64.getEncoder().encodeToString(entry.getValue().toByteArray());
                String kind = line.isInitializer() ? INITIALIZER : "code";
                out.write(line.file() + " " + line.number() + " " + kind + " " + bits + "\n");
            }
        }
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    }

    static ReachedLines read(Path file) throws IOException {
        List<String> all = Files.readAllLines(file);
        ReachedLines lines = new ReachedLines(Long.parseLong(all.get(0)));
        for (String text : all.subList(1, all.size())) {
            String[] parts = text.split(" ", -1);
            boolean isInitializer = parts[2].equals(INITIALIZER);
            Line line = new Line(parts[0], Integer.parseInt(parts[1]), isInitializer);
            BitSet reaching = BitSet.valueOf(Base64.getDecoder().decode(parts[3]));
            lines.reached.put(line, reaching);
            if (!isInitializer && !reaching.isEmpty()) {
                lines.files.add(line.file());
            }
        }
        return lines;
    }

    /** Whether any seed runs any code of the source that is changed. */
    boolean runs(Mutation mutation) {
        return files.contains(mutation.classFile());
    }

    /**
     * Returns the seeds, from 1, that may run otherwise with a change: those that come to one of
     * its lines, or to the beginning of the statement. All do if there is no code on these lines,
     * as on those of a field.
     *
     * @param source as it is without the change
     */
    BitSet seedsFor(Mutation mutation, String source) {
        Mutation.Place place = mutation.place(source);
        BitSet all = new BitSet();
        boolean hasCode = false;
        int first = statementOf(place.firstLine(), source.lines().toList());
        for (int number = first; number <= place.lastLine(); number++) {
            for (boolean isInitializer : new boolean[] {false, true}) {
                BitSet of = reached.get(new Line(mutation.classFile(), number, isInitializer));
                if (of != null) {
                    hasCode = true;
                    all.or(of);
                }
            }
        }
        if (!hasCode && runs(mutation)) {
            all.set(1, Math.toIntExact(seeds) + 1);
        }
        return all;
    }

    /** Returns the line on which the statement, or what is before it, begins at the latest. */
    private static int statementOf(int line, List<String> source) {
        int first = line;
        while (first > 1 && !source.get(first - 2).matches(".*[;{}]\\s*")) {
            first--;
        }
        return first;
    }

    /** Returns up to which seed it is known what is reached. */
    long seeds() {
        return seeds;
    }
}
