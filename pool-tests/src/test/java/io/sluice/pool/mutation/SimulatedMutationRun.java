package io.sluice.pool.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.sim.Subject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * Simulates the libraries with each mutation of the list, in processes beside each other. Called by
 * {@code mutations/simulate}; {@code -Dsluice.mutation.seeds=N} is how many seeds each is tried
 * for, {@code -Dsluice.mutation=WORDS} tries those with these words in their name, {@code
 * -Dsluice.mutation.folder=FOLDER} says where to write, and go on.
 */
class SimulatedMutationRun {

    private static final int SEEDS = Integer.getInteger("sluice.mutation.seeds", 1_000);
    private static final String ONLY = System.getProperty("sluice.mutation", "");
    private static final Path FOLDER =
            Path.of(System.getProperty("sluice.mutation.folder", "target/simulated-mutations"))
                    .toAbsolutePath();

    private final int processes = Runtime.getRuntime().availableProcessors();

    @Test
    void everyMutation() throws IOException, InterruptedException, ExecutionException {
        Files.createDirectories(FOLDER);
        for (Subject subject : Subject.values()) {
            Path lines = SimulatedMutations.linesOf(FOLDER, subject);
            if (!Files.exists(lines) || ReachedLines.read(lines).seeds() < SEEDS) {
                System.out.println("which lines " + SEEDS + " seeds reach: " + subject);
                Process process = start(0, "lines", subject.name());
                assertThat(process.waitFor()).as("lines of " + subject).isZero();
            }
        }
        List<Callable<Integer>> shares = new ArrayList<>();
        for (int share = 0; share < processes; share++) {
            int own = share;
            shares.add(() -> run(own));
        }
        ExecutorService threads = Executors.newFixedThreadPool(processes);
        for (Future<Integer> result : threads.invokeAll(shares)) {
            assertThat(result.get()).as("a share; output in " + FOLDER).isZero();
        }
        threads.shutdown();
        List<String> table = SimulatedMutations.table(FOLDER);
        Files.write(FOLDER.resolve("table.txt"), table);
        table.forEach(System.out::println);
    }

    /** One process after the other, until the share is done or fails. */
    private int run(int share) throws IOException, InterruptedException {
        int result = SimulatedMutations.UNFINISHED;
        while (result == SimulatedMutations.UNFINISHED) {
            result = start(share).waitFor();
        }
        return result;
    }

    private Process start(int share) throws IOException {
        return start(share, "run", Integer.toString(share), Integer.toString(processes), ONLY);
    }

    private static Process start(int share, String what, String... more) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx768m"));
        command.addAll(List.of("-cp", ModuleCompiler.classPath()));
        command.addAll(List.of(SimulatedMutations.class.getName(), FOLDER.toString(), what));
        command.add(Integer.toString(SEEDS));
        command.addAll(List.of(more));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(
                                FOLDER.resolve("output-" + share + ".txt").toFile()))
                .start();
    }
}
