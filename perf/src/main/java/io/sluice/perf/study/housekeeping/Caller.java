package io.sluice.perf.study.housekeeping;

import java.util.concurrent.Semaphore;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.ThreadParams;

/** One client of a benchmark. */
@State(Scope.Thread)
public class Caller {

    private final Semaphore request = new Semaphore(0);
    private Sender sender;

    /** Finds the thread that serves this client. */
    @Setup
    public void attach(Senders senders, ThreadParams thread) {
        sender = senders.of(thread.getThreadIndex());
    }

    /** Sends a request and waits for its answer. */
    void request() throws InterruptedException {
        sender.send(request);
    }
}
