package io.sluice.sim.scenario;

import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.Holder;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import java.util.ArrayList;
import java.util.List;
import javax.transaction.xa.XAException;
import org.jspecify.annotations.Nullable;

/** The place of a lone connection in its pool: notes why it is to be discarded. */
final class LoneHolder extends Holder<LoneConnection> {

    private final Simulation simulation;
    private final LoneConnection connection;
    final List<SimThread> aside = new ArrayList<>();

    /** How long it takes to doom it. */
    long doomNanos;

    /** Why it is discarded first of all. */
    @Nullable DiscardReason reason;

    LoneHolder(Simulation simulation, LoneConnection connection) {
        this.simulation = simulation;
        this.connection = connection;
    }

    @Override
    public LoneConnection resource() {
        return connection;
    }

    @Override
    public long stamp() {
        return connection.stamp;
    }

    @Override
    public long waitedNanos(long stamp) {
        return 0;
    }

    @Override
    public void doom(DiscardReason why, @Nullable Throwable cause) {
        if (reason == null) {
            reason = why;
        }
        checkText(cause);
        simulation.sleep(doomNanos);
    }

    /** What a log shows of an error of XA names it. */
    void checkText(@Nullable Throwable why) {
        if (why instanceof XAException error) {
            String text = error.getMessage();
            if (text == null || !text.contains("XA")) {
                simulation.fail("an error has no name: " + text, why);
            }
        }
    }

    @Override
    public void runAside(Runnable task) {
        aside.add(simulation.start("aside-" + aside.size(), task));
    }

    @Override
    public boolean release(long stamp) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean reserve(long stamp) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void requeue() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void discard(DiscardReason why, @Nullable Throwable cause) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean evict(long stamp) {
        throw new UnsupportedOperationException();
    }
}
