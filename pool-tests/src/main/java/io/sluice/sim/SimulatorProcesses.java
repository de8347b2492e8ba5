package io.sluice.sim;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs seeds in several processes. Where the system has commands for that, each is bound to a
 * processor, and a thread that is woken there does not interrupt the one that wakes it: so threads
 * hand over to each other by one switch.
 */
final class SimulatorProcesses {

    private static final Path BIND = Path.of("/usr/bin/taskset");
    private static final Path SCHEDULE = Path.of("/usr/bin/chrt");
    private static final Path STAT = Path.of("/proc/self/stat");

    /** The place of the policy among the figures behind the name, in the manual page proc(5). */
    private static final int POLICY = 41 - 3;

    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String ALLOWED = "Cpus_allowed_list:";

    /** One processor needs no parallel collector. */
    private static final List<String> FLAGS = List.of("-XX:+UseSerialGC", "-Xmx512m");

    private static final String FIRST_COMPILER = "-XX:TieredStopAtLevel=1";

    /** Simulations run much code seldom: the second compiler earns back its time after so much. */
    private static final long MANY_SEEDS = 25_000;

    private static final Duration LONG = Duration.ofMinutes(3);

    private SimulatorProcesses() {}

    /**
     * Runs the seeds; prints the report of a seed that fails.
     *
     * @return null if a seed failed
     */
    static @Nullable Tally tally(
            Subject subject, Seeds seeds, boolean shrinks, int processes, PrintStream out)
            throws IOException, InterruptedException {
        List<Worker> workers = new ArrayList<>();
        try {
            BlockingQueue<Worker> ended = new LinkedBlockingQueue<>();
            for (int i = 0; i < processes; i++) {
                Worker worker = new Worker(command(subject, seeds, shrinks, i, processes), ended);
                workers.add(worker);
                worker.start();
            }
            Tally tally = Tally.NONE;
            for (int i = 0; i < processes; i++) {
                Worker worker = ended.take();
                if (worker.tally == null) {
                    worker.output.forEach(out::println);
                    return null;
                }
                tally = tally.plus(worker.tally);
            }
            return tally;
        } finally {
            workers.forEach(worker -> worker.process.destroy());
        }
    }

    private static List<String> command(
            Subject subject, Seeds seeds, boolean shrinks, int number, int processes)
            throws IOException {
        List<String> command = new ArrayList<>();
        Seeds share = seeds.share(number, processes);
        List<Integer> processors = processors();
        if (Files.isExecutable(BIND) && !processors.isEmpty()) {
            int processor = processors.get(number % processors.size());
            command.addAll(List.of(BIND.toString(), "-c", Integer.toString(processor)));
        }
        if (Files.isExecutable(SCHEDULE) && isScheduledAsUsual()) {
            command.addAll(List.of(SCHEDULE.toString(), "--batch", "0"));
        }
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(FLAGS);
        if (share.many() < MANY_SEEDS || share.most().compareTo(LONG) < 0) {
            command.add(FIRST_COMPILER);
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.add(Simulate.class.getName());
        command.addAll(Simulate.arguments(subject, share, shrinks));
        return command;
    }

    /** Whether this process has the usual policy, not one such as that which gives way to all. */
    private static boolean isScheduledAsUsual() throws IOException {
        if (!Files.isReadable(STAT)) {
            return false;
        }
        String stat = Files.readString(STAT);
        String[] figures = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return figures[POLICY].equals("0");
    }

    /** Returns the processors that this process may use, if the system tells. */
    private static List<Integer> processors() throws IOException {
        if (!Files.isReadable(STATUS)) {
            return List.of();
        }
        return Files.readAllLines(STATUS).stream()
                .filter(line -> line.startsWith(ALLOWED))
                .flatMap(line -> Stream.of(line.substring(ALLOWED.length()).split(",", -1)))
                .flatMap(range -> range(range.trim().split("-", -1)))
                .toList();
    }

    private static Stream<Integer> range(String[] ends) {
        int first = Integer.parseInt(ends[0]);
        return IntStream.rangeClosed(first, Integer.parseInt(ends[ends.length - 1])).boxed();
    }

    /** A process, and the thread that reads what it prints until it ends. */
    private static final class Worker extends Thread {

        private final Process process;
        private final BlockingQueue<Worker> ended;
        private final List<String> output = new ArrayList<>();

        /** Null unless all seeds were good. */
        private @Nullable Tally tally;

        Worker(List<String> command, BlockingQueue<Worker> ended) throws IOException {
            super("reader of a simulator");
            this.ended = ended;
            this.process = new ProcessBuilder(command).redirectErrorStream(true).start();
            setDaemon(true);
        }

        @Override
        public void run() {
            try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
                lines.lines().forEach(output::add);
                if (process.waitFor() == 0) {
                    tally = Tally.parse(output.get(output.size() - 1));
                }
            } catch (IOException | InterruptedException e) {
                output.add(e.toString());
            }
            ended.add(this);
        }
    }
}
