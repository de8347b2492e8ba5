package io.sluice.pool.fault;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One run of a server: its first process, which we started, and what that started in turn. Its log
 * tells us when it is ready, and ends when the last of its processes has ended. Thread-safe.
 */
final class ServerProcess {

    /**
     * Longer than anything takes that comes at all. Looks are counted, not timed: when the whole
     * machine was suspended, a time would be over at once.
     */
    private static final int LOOKS = 600;

    private static final long LOOK_MILLIS = 100;

    private static final int KEPT_LINES = 30;

    private final Process process;
    private final CompletableFuture<Void> ready = new CompletableFuture<>();
    private final CompletableFuture<Void> streaming = new CompletableFuture<>();
    private final CountDownLatch ended = new CountDownLatch(1);

    /** The end of the log; guarded by itself. */
    private final Deque<String> tail = new ArrayDeque<>();

    /** What the log says when the server accepts connections. */
    private final String readyWords;

    private ServerProcess(Process process, String readyWords) {
        this.process = process;
        this.readyWords = readyWords;
        Thread reader = new Thread(this::read, "server-log-" + process.pid());
        reader.setDaemon(true);
        reader.start();
    }

    /** Starts a server and returns when it accepts connections, which its log says. */
    static ServerProcess start(List<String> command, String readyWords) {
        ServerProcess started = new ServerProcess(launch(builder(command)), readyWords);
        started.await(started.ready, "accepts connections");
        return started;
    }

    /** Runs a program to its end; returns its output, which is in the exception if it fails. */
    static String run(List<String> command) {
        return run(builder(command));
    }

    /** The same with input from a file. */
    static void run(List<String> command, Path input) {
        run(builder(command).redirectInput(input.toFile()));
    }

    private static String run(ProcessBuilder builder) {
        List<String> command = builder.command();
        Process process = launch(builder);
        try {
            String output =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int status = process.waitFor();
            if (status != 0) {
                throw new IllegalStateException(
                        String.join(" ", command) + " ended with status " + status + ": " + output);
            }
            return output;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static ProcessBuilder builder(List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("LC_ALL", "C"); // the words of the log are what we wait for
        return builder;
    }

    private static Process launch(ProcessBuilder builder) {
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            return process;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void read() {
        try (BufferedReader log = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = log.readLine(); line != null; line = log.readLine()) {
                keep(line);
                if (line.contains(readyWords)) {
                    ready.complete(null);
                }
                if (line.contains("started streaming WAL from primary")) {
                    streaming.complete(null);
                }
            }
        } catch (IOException e) {
            keep("the log cannot be read any more: " + e);
        } finally {
            ended.countDown();
            IllegalStateException over = new IllegalStateException("the server has ended");
            ready.completeExceptionally(over);
            streaming.completeExceptionally(over);
        }
    }

    private void keep(String line) {
        synchronized (tail) {
            tail.add(line);
            if (tail.size() > KEPT_LINES) {
                tail.remove();
            }
        }
    }

    /** Returns when a standby has begun to follow its primary. */
    void awaitStreaming() {
        await(streaming, "follows its primary");
    }

    private void await(CompletableFuture<Void> what, String words) {
        Exception last = null;
        try {
            for (int i = 0; i < LOOKS; i++) {
                try {
                    what.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                    return;
                } catch (TimeoutException e) {
                    last = e;
                }
            }
        } catch (ExecutionException e) {
            last = e;
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
        throw new IllegalStateException(
                "waited in vain until the server " + words + "; its log ends with " + log(), last);
    }

    private String log() {
        synchronized (tail) {
            return String.join("\n", tail);
        }
    }

    /** Ends the server in its own way and returns when all of it has ended. */
    void end(String signal) {
        signal(signal, List.of(process.toHandle()));
        awaitEnd();
    }

    /** Ends all processes of the server without a word, and returns when they have ended. */
    void kill() {
        Set<ProcessHandle> all = freeze();
        signal("KILL", all);
        awaitEnd();
    }

    /** Stops all processes of the server where they are: first the one that starts others. */
    Set<ProcessHandle> freeze() {
        Set<ProcessHandle> frozen = new LinkedHashSet<>();
        List<ProcessHandle> more = List.of(process.toHandle());
        while (!more.isEmpty()) {
            signal("STOP", more);
            frozen.addAll(more);
            more = process.descendants().filter(each -> !frozen.contains(each)).toList();
        }
        return frozen;
    }

    /** Stops some of its processes where they are. */
    void freeze(List<Integer> some) {
        signal(
                "STOP",
                process.descendants().filter(each -> some.contains((int) each.pid())).toList());
    }

    /** Lets all processes of the server go on. */
    void thaw() {
        List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
        all.add(process.toHandle());
        signal("CONT", all);
    }

    boolean isRunning() {
        return process.isAlive();
    }

    private static void signal(String name, Iterable<ProcessHandle> processes) {
        List<String> command = new ArrayList<>(List.of("sh", "-c"));
        // One of them may have ended by itself meanwhile.
        command.add("for pid; do kill -" + name + " $pid 2>/dev/null; done; true");
        command.add("sh");
        processes.forEach(each -> command.add(Long.toString(each.pid())));
        run(command);
    }

    private void awaitEnd() {
        try {
            boolean isOver = false;
            for (int i = 0; i < LOOKS && !isOver; i++) {
                isOver = ended.await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            }
            if (!isOver) {
                throw new IllegalStateException(
                        "waited in vain until the server ends; its log ends with " + log());
            }
            process.waitFor();
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static IllegalStateException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("interrupted while a server was to change its state", e);
    }
}
