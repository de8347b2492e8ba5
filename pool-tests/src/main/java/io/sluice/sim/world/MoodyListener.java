package io.sluice.sim.world;

import io.sluice.pool.PoolListener;
import io.sluice.pool.spi.DiscardReason;
import org.jspecify.annotations.Nullable;

/** A listener that throws now and then. */
public final class MoodyListener implements PoolListener {

    private final SimServer server;
    private final Dice dice;

    public MoodyListener(SimServer server, Dice dice) {
        this.server = server;
        this.dice = dice;
    }

    private void mayThrow() {
        if (dice.oneIn(server.faults().listenerThrows())) {
            throw new AssertionError("the listener throws");
        }
    }

    @Override
    public void onCreate(String pool, Object resource) {
        mayThrow();
    }

    @Override
    public void onCreateFailure(String pool, Throwable failure) {
        mayThrow();
    }

    @Override
    public void onDiscard(
            String pool, Object resource, DiscardReason reason, @Nullable Throwable cause) {
        mayThrow();
    }

    @Override
    public void onDestroy(String pool, Object resource, @Nullable Throwable failure) {
        mayThrow();
    }

    @Override
    public void onLeak(String pool, Object resource, Throwable site) {
        if (resource instanceof SimResource leaked) {
            leaked.leaks(site);
        }
        mayThrow();
    }
}
