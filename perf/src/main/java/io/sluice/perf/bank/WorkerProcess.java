package io.sluice.perf.bank;

import io.sluice.perf.fork.ForkedJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A worker from its start to its end, and its output. For one thread. */
final class WorkerProcess implements AutoCloseable {

    /** A worker lives for about a second: too short to compile, or to collect. */
    private static final List<String> FLAGS =
            List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto");

    private final Process process;
    private final BankFolder folder;
    private final Thread reader;

    /** Guarded by itself, which is notified of each line and of the end. */
    private final List<BankWorker.Said> all = new ArrayList<>();

    /** Guarded as well. */
    private boolean over;

    private WorkerProcess(Process process, BankFolder folder) {
        this.process = process;
        this.folder = folder;
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
                new ProcessBuilder(ForkedJvm.command(FLAGS, BankWorker.class, order))
                        .redirectError(ProcessBuilder.Redirect.appendTo(folder.errors().toFile()));
        String end =
                order.point() == null ? "not to be killed" : "to be killed at " + order.point();
        folder.note("worker " + order.number() + ", " + end);
        return new WorkerProcess(builder.start(), folder);
    }

    private void read() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                folder.note(line);
                take(BankWorker.Said.of(line), false);
            }
        } catch (IOException e) {
            take(new BankWorker.Said(null, null, null, null, e.toString()), false);
        } finally {
            take(null, true);
        }
    }

    private void take(BankWorker.@Nullable Said line, boolean last) {
        synchronized (all) {
            if (line != null) {
                all.add(line);
            }
            over |= last;
            all.notifyAll();
        }
    }

    /**
     * Waits until it has said something; returns that, or null if it has ended without, or does not
     * say it in time.
     */
    <T> @Nullable T await(Function<BankWorker.Said, @Nullable T> part, Duration limit)
            throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        synchronized (all) {
            while (true) {
                List<T> said = said(part);
                long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                if (!said.isEmpty()) {
                    return said.get(0);
                }
                if (over || left <= 0) {
                    return null;
                }
                all.wait(left);
            }
        }
    }

    /** Returns all that it has said of a kind. */
    <T> List<T> said(Function<BankWorker.Said, @Nullable T> part) {
        synchronized (all) {
            return all.stream().map(part).filter(Objects::nonNull).toList();
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

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
