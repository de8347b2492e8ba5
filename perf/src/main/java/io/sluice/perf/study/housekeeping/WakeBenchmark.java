package io.sluice.perf.study.housekeeping;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * What does a request take for which a background thread has to be woken?
 *
 * <p>Each client sends one request at a time and waits for its answer. Run it with {@code perf/run
 * housekeeping --rows wake-8,wake-16}; {@link HousekeepingCommand} starts it.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@State(Scope.Benchmark)
public class WakeBenchmark {

    /** How threads are woken and how many there are, by the name of the constant. */
    @Param("SIGNAL_SHARED")
    public String background;

    private List<Sender> senders;

    /** One client. */
    @State(Scope.Thread)
    public static class Client {

        private final Semaphore request = new Semaphore(0);
    }

    /** Starts the background threads. */
    @Setup
    public void start(BenchmarkParams benchmark) {
        Background kind = Background.valueOf(background);
        senders =
                Stream.generate(() -> new Sender(kind))
                        .limit(kind.threads(benchmark.getThreads()))
                        .toList();
    }

    /** Ends them. */
    @TearDown
    public void stop() throws InterruptedException {
        for (Sender sender : senders) {
            sender.stop();
        }
    }

    /** Sends a request to the thread that serves the client, and waits for its answer. */
    @Benchmark
    public void request(Client client, ThreadParams thread) throws InterruptedException {
        senders.get(thread.getThreadIndex() % senders.size()).send(client.request);
    }

    /**
     * A background thread that answers requests. A request is the semaphore that its client waits
     * at; the answer is all the work there is. Thread-safe.
     */
    static final class Sender {

        private final BlockingQueue<Semaphore> requests = new LinkedBlockingQueue<>();
        private final Thread thread;

        /** Starts the thread. */
        Sender(Background background) {
            thread = new Thread(() -> answer(background), "sender");
            thread.setDaemon(true);
            thread.start();
        }

        /** Sends a request and waits for its answer. */
        void send(Semaphore request) throws InterruptedException {
            requests.put(request);
            request.acquire();
        }

        private void answer(Background background) {
            try {
                while (!Thread.currentThread().isInterrupted()) {
                    background.next(requests).release();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // stopped, which is the end
            }
        }

        /** Ends the thread; no client may be waiting for an answer. */
        void stop() throws InterruptedException {
            thread.interrupt();
            thread.join();
        }
    }
}
