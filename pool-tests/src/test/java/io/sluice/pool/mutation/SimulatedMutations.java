package io.sluice.pool.mutation;

import io.sluice.sim.Simulator;
import io.sluice.sim.Subject;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Simulates each changed library of the list of mutations until a seed fails, and appends a line to
 * a file for each. Begins where an earlier run has ended. See {@code mutations/simulate}.
 */
final class SimulatedMutations {

    /** There is more to do: classes of so many changed libraries are enough for one process. */
    static final int UNFINISHED = 3;

    private static final int MOST_IN_A_PROCESS = 40;

    /** So many of each subject, then of the next: most are found early by one of them. */
    private static final int SEEDS_IN_A_ROUND = 50;

    /** Kept here, since a logger that nothing refers to forgets its level. */
    private static final Logger LOGGER = Logger.getLogger("io.sluice");

    private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

    private final Path folder;
    private final int seeds;
    private final Map<Subject, ReachedLines> reached = new EnumMap<>(Subject.class);
    private final ModuleCompiler compiler;

    /** What is known of a mutation. */
    enum Verdict {
        /** A seed fails. */
        FOUND,
        /** Seeds came to the change, and none failed. */
        NOT_FOUND,
        /** No seed comes to the change, in a source of which other code is simulated. */
        NOT_REACHED,
        /** Nothing of the source is simulated. */
        OUTSIDE,
        /** The change does not compile. */
        INVALID
    }

    /**
     * A line of the file.
     *
     * @param tried up to which seed it was tried, of each subject
     * @param simulated how many of these came to the change
     * @param detail the subject, the seed and the failure, if it was found
     */
    record Result(Verdict verdict, long tried, long simulated, String name, String detail) {

        static Result parse(String line) {
            String[] parts = line.split("\t", -1);
            return new Result(
                    Verdict.valueOf(parts[0]),
                    Long.parseLong(parts[1]),
                    Long.parseLong(parts[2]),
                    parts[3],
                    parts[4]);
        }

        @Override
        public String toString() {
            return String.join(
                    "\t",
                    verdict.name(),
                    Long.toString(tried),
                    Long.toString(simulated),
                    name,
                    detail);
        }
    }

    private SimulatedMutations(Path folder, int seeds, String shard) {
        this.folder = folder;
        this.seeds = seeds;
        this.compiler = new ModuleCompiler(folder.resolve("classes-" + shard));
    }

    /**
     * Takes a folder, and either {@code lines}, a subject and how many seeds to run for what they
     * reach; or {@code run}, for how many seeds each mutation is tried, which of how many shares of
     * the list is, and words that the name of each has.
     */
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        int seeds = Integer.parseInt(arguments[2]);
        LOGGER.setLevel(Level.OFF); // what pools say of their troubles is nothing new
        if (arguments[1].equals("lines")) {
            Subject subject = Subject.valueOf(arguments[3]);
            ReachedLines.of(subject, seeds).write(linesOf(folder, subject));
            System.exit(0);
        }
        boolean isDone = runShare(folder, seeds, arguments[3], arguments[4], arguments[5]);
        System.exit(isDone ? 0 : UNFINISHED);
    }

    static Path linesOf(Path folder, Subject subject) {
        return folder.resolve("lines-" + subject + ".txt");
    }

    private static boolean runShare(
            Path folder, int seeds, String share, String shares, String words) throws IOException {
        SimulatedMutations mutations = new SimulatedMutations(folder, seeds, share);
        for (Subject subject : Subject.values()) {
            ReachedLines lines = ReachedLines.read(linesOf(folder, subject));
            if (lines.seeds() < seeds) {
                throw new IllegalStateException("lines are known of too few seeds: " + subject);
            }
            mutations.reached.put(subject, lines);
        }
        return mutations.run(Integer.parseInt(share), Integer.parseInt(shares), words);
    }

    static Map<String, Result> results(Path folder) throws IOException {
        Map<String, Result> results = new LinkedHashMap<>();
        Path file = folder.resolve("results.txt");
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file)) {
                Result result = Result.parse(line);
                results.put(result.name, result);
            }
        }
        return results;
    }

    private boolean run(int share, int shares, String words) throws IOException {
        Map<String, Result> before = results(folder);
        int done = 0;
        for (int i = share; i < Mutations.ALL.size(); i += shares) {
            Mutation mutation = Mutations.ALL.get(i);
            Result known = before.get(mutation.name());
            if (!mutation.name().contains(words)) {
                continue;
            }
            if (known != null && (known.verdict == Verdict.FOUND || known.tried >= seeds)) {
                continue;
            }
            if (++done > MOST_IN_A_PROCESS) {
                return false;
            }
            Result result = simulate(mutation, known);
            Files.writeString(
                    folder.resolve("results.txt"),
                    result + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
            if (result.detail.contains("is not simulated")) {
                return false; // such a thread may still be running
            }
        }
        return true;
    }

    private Result simulate(Mutation mutation, @Nullable Result known) throws IOException {
        List<Subject> subjects =
                reached.keySet().stream()
                        .filter(subject -> reached.get(subject).runs(mutation))
                        .toList();
        if (subjects.isEmpty()) {
            return new Result(Verdict.OUTSIDE, seeds, 0, mutation.name(), "");
        }
        String source = Files.readString(PROJECT.resolve(mutation.file()));
        long tried = known == null ? 0 : known.tried;
        long simulated = known == null ? 0 : known.simulated;
        Path classes;
        try {
            classes = compiler.compileChanged(mutation);
        } catch (AssertionError e) {
            System.out.println(e.getMessage());
            return new Result(Verdict.INVALID, seeds, 0, mutation.name(), "");
        }
        Map<Subject, BitSet> may = new EnumMap<>(Subject.class);
        subjects.forEach(each -> may.put(each, reached.get(each).seedsFor(mutation, source)));
        Map<Subject, Simulator> simulators = new EnumMap<>(Subject.class);
        try (ChangedClasses changed = new ChangedClasses(classes)) {
            for (int from = Math.toIntExact(tried); from < seeds; from += SEEDS_IN_A_ROUND) {
                int to = Math.min(seeds, from + SEEDS_IN_A_ROUND);
                for (Subject subject : subjects) {
                    BitSet some = Objects.requireNonNull(may.get(subject));
                    for (int seed = some.nextSetBit(from + 1);
                            seed > 0 && seed <= to;
                            seed = some.nextSetBit(seed + 1)) {
                        String failure =
                                simulators
                                        .computeIfAbsent(
                                                subject, one -> new Simulator(one, changed))
                                        .run(seed)
                                        .failure();
                        simulated++;
                        if (failure != null) {
                            String detail = subject + ", seed " + seed + ", " + firstLine(failure);
                            return new Result(
                                    Verdict.FOUND, seed, simulated, mutation.name(), detail);
                        }
                    }
                }
            }
        }
        Verdict verdict = simulated == 0 ? Verdict.NOT_REACHED : Verdict.NOT_FOUND;
        String by = subjects.stream().map(Subject::name).collect(Collectors.joining(", "));
        return new Result(verdict, seeds, simulated, mutation.name(), by);
    }

    private static String firstLine(String failure) {
        String line = failure.lines().findFirst().orElse("").replace('\t', ' ');
        return line.substring(0, Math.min(line.length(), 160));
    }

    /** Returns the table: first the sums, then each mutation, those that were not found first. */
    static List<String> table(Path folder) throws IOException {
        Map<String, Result> results = results(folder);
        List<String> lines = new ArrayList<>();
        for (Verdict verdict : Verdict.values()) {
            lines.add(
                    String.format(
                            Locale.ROOT,
                            "%-12s %4d",
                            verdict,
                            results.values().stream().filter(r -> r.verdict == verdict).count()));
        }
        lines.add(
                String.format(
                        Locale.ROOT,
                        "%-12s %4d",
                        "NOT_TRIED",
                        Mutations.ALL.stream()
                                .filter(mutation -> !results.containsKey(mutation.name()))
                                .count()));
        for (Verdict verdict :
                List.of(
                        Verdict.NOT_FOUND,
                        Verdict.NOT_REACHED,
                        Verdict.INVALID,
                        Verdict.FOUND,
                        Verdict.OUTSIDE)) {
            lines.add("");
            for (Mutation mutation : Mutations.ALL) {
                Result result = results.get(mutation.name());
                if (result != null && result.verdict == verdict) {
                    lines.add(
                            String.format(
                                    Locale.ROOT,
                                    "%-12s %6d %6d  %s (%s)%s",
                                    verdict,
                                    result.tried,
                                    result.simulated,
                                    result.name,
                                    mutation.classFile().replaceFirst("io/sluice/", ""),
                                    result.detail.isEmpty() ? "" : ": " + result.detail));
                }
            }
        }
        return lines;
    }

    /** The classes of one folder, then those of the tests. */
    static final class ChangedClasses extends URLClassLoader {

        ChangedClasses(Path folder) throws IOException {
            super(new URL[] {folder.toUri().toURL()}, SimulatedMutations.class.getClassLoader());
        }

        @Override
        public URL getResource(String name) {
            URL changed = findResource(name);
            return changed != null ? changed : super.getResource(name);
        }
    }
}
