package io.sluice.perf.study.housekeeping;

import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;

/** The background threads of a benchmark. */
@State(Scope.Benchmark)
public class Senders {

    /** How they are woken and how many there are, by the name of the constant. */
    @Param("SIGNAL_SHARED")
    public String background;

    private List<Sender> senders = List.of();

    /** Starts them. */
    @Setup
    public void start(BenchmarkParams benchmark) {
        Background kind = Background.valueOf(background);
        senders = new ArrayList<>();
        for (int i = 0; i < kind.threads(benchmark.getThreads()); i++) {
            senders.add(new Sender(kind.waking()));
        }
    }

    /** Ends them. */
    @TearDown
    public void stop() throws InterruptedException {
        for (Sender sender : senders) {
            sender.stop();
        }
    }

    /** Returns the thread that serves a client. */
    Sender of(int client) {
        return senders.get(client % senders.size());
    }
}
