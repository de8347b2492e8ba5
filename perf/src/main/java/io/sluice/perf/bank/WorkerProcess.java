package io.sluice.perf.bank;

import com.fasterxml.jackson.jr.ob.JSON;
import io.sluice.perf.fork.ForkedJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A worker from its start to its end, and its output. For one thread. */
final class WorkerProcess implements AutoCloseable {

    /** A worker lives for about a second: too short to compile, or to collect. */
    private static final List<String> FLAGS =
            List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto");

    private final Process process;
    private final Path said;
    private final Thread reader;
    private final CompletableFuture<List<String>> found = new CompletableFuture<>();
    private final CompletableFuture<BankWorker.Recovered> recovered = new CompletableFuture<>();
    private final CompletableFuture<Long> at = new CompletableFuture<>();

    /** Written by the reader, read after its end. */
    private final List<Long> committed = new ArrayList<>();

    /** As above. */
    private final List<String> failed = new ArrayList<>();

    private WorkerProcess(Process process, Path said) {
        this.process = process;
        this.said = said;
        this.reader = new Thread(this::read, "worker-" + process.pid());
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Starts a worker.
     *
     * @param folder for its log and its output
     */
    static WorkerProcess start(BankWorker.Order order, BankFolder folder) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(
                                ForkedJvm.command(
                                        FLAGS, BankWorker.class, List.of(JSON.std.asString(order))))
                        .redirectError(ProcessBuilder.Redirect.appendTo(folder.errors().toFile()));
        folder.note(
                "worker "
                        + order.number()
                        + (order.point() == null
                                ? ", not to be killed"
                                : ", to be killed at " + order.point()));
        return new WorkerProcess(builder.start(), folder.said());
    }

    private void read() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
                PrintWriter copy =
                        new PrintWriter(
                                Files.newBufferedWriter(
                                        said, StandardOpenOption.CREATE, StandardOpenOption.APPEND),
                                true)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                copy.println(line);
                take(line);
            }
        } catch (IOException e) {
            failed.add(e.toString());
        } finally {
            IllegalStateException over = new IllegalStateException("the worker has ended");
            found.completeExceptionally(over);
            recovered.completeExceptionally(over);
            at.completeExceptionally(over);
        }
    }

    private void take(String line) throws IOException {
        BankWorker.Said said = BankWorker.Said.of(line);
        if (said.committed() != null) {
            committed.add(said.committed());
        } else if (said.failed() != null) {
            failed.add(said.failed());
        } else if (said.found() != null) {
            found.complete(said.found());
        } else if (said.recovered() != null) {
            recovered.complete(said.recovered());
        } else {
            at.complete(said.at());
        }
    }

    /** Waits until it has looked for branches in doubt; returns them, or null if it never did. */
    @Nullable List<String> found(Duration limit) throws InterruptedException {
        return get(found, limit);
    }

    /** Waits until it has recovered; returns the result, or null if there is none. */
    BankWorker.@Nullable Recovered recovered(Duration limit) throws InterruptedException {
        return get(recovered, limit);
    }

    /** Waits until it is at its point; returns its transfer, or null if it does not get there. */
    @Nullable Long at(Duration limit) throws InterruptedException {
        return get(at, limit);
    }

    private static <T> @Nullable T get(CompletableFuture<T> future, Duration limit)
            throws InterruptedException {
        try {
            return future.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            return null;
        }
    }

    /** Kills it, and returns when it is gone and all its output is read. */
    void kill() throws InterruptedException {
        // Through its handle: the process itself would close the pipe before all of it is read.
        boolean ignored = process.toHandle().destroyForcibly();
        awaitEnd();
    }

    /** Waits until it has ended by itself; returns its exit code. */
    int awaitEnd() throws InterruptedException {
        int code = process.waitFor();
        reader.join();
        return code;
    }

    /** The transfers that it reported as committed; to be asked after its end. */
    List<Long> committed() {
        return committed;
    }

    /** The failures that it reported; to be asked after its end. */
    List<String> failed() {
        return failed;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
