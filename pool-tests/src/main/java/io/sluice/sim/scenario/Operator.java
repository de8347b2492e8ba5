package io.sluice.sim.scenario;

import io.sluice.pool.FlushMode;
import io.sluice.pool.PoolClosedException;
import io.sluice.pool.PoolException;
import io.sluice.pool.PoolSnapshot;
import io.sluice.sim.world.Dice;
import java.time.Duration;
import java.util.List;

/** A thread that flushes, resizes, suspends and looks at the pool, and interrupts its users. */
final class Operator implements Runnable {

    static final String NAME = "operator";

    private static final int ACTS = 9;

    private final Stage stage;
    private final List<? extends Thread> users;
    private final int rounds;

    /** Those of the round. */
    private Dice dice;

    /** The only thing that it does; 0 if any. */
    private final int favourite;

    Operator(Stage stage, List<? extends Thread> users) {
        this.stage = stage;
        this.users = users;
        this.dice = stage.diceOf(NAME);
        this.favourite = dice.oneIn(2) ? dice.from(1, ACTS) : 0;
        this.rounds = dice.from(0, favourite > 0 ? 20 : 5);
    }

    @Override
    public void run() {
        for (int i = 1; i <= rounds; i++) {
            String round = NAME + "." + i;
            if (stage.simulation.has(round)) {
                dice = stage.diceOf(round);
                stage.pass(dice);
                tryToAct();
            }
        }
    }

    private void tryToAct() {
        try {
            act();
        } catch (PoolClosedException e) {
            if (!stage.isClosing) {
                stage.simulation.fail("an open pool says it is closed", e);
            }
        } catch (PoolException e) {
            stage.note("the pool says: " + e.getClass().getSimpleName());
        } catch (OutOfMemoryError e) {
            stage.allowNoThread(e);
        }
    }

    private void act() {
        switch (favourite > 0 ? favourite : dice.from(1, ACTS)) {
            case 1 -> flush();
            case 2 -> drain();
            case 3 -> resize();
            case 4 -> suspendForAWhile();
            case 5 -> {
                stage.note("suspects all");
                long began = stage.simulation.nanos();
                stage.pool.suspectAll();
                stage.freshness.suspected(began);
            }
            case 6 -> look();
            case 7, 8 -> interrupt();
            default -> {
                stage.note("wants the minimum");
                boolean ignored = stage.pool.createMinimum(dice.oneOfMillis(0, 10, 1_000));
            }
        }
    }

    private void flush() {
        FlushMode mode = dice.oneOf(FlushMode.values());
        stage.note("flushes, " + mode);
        stage.isForced |= mode == FlushMode.IMMEDIATE;
        long began = stage.simulation.nanos();
        if (mode == FlushMode.IMMEDIATE) {
            stage.forcedAt = began;
        }
        stage.pool.flush(mode);
        if (mode != FlushMode.IDLE) {
            stage.freshness.flushed(began);
        }
    }

    private void drain() {
        Duration drain = dice.oneOfMillis(0, 10, 1_000);
        stage.note("flushes within " + drain.toMillis() + " ms");
        stage.isForced = true;
        long began = stage.simulation.nanos();
        FlushChecks.inUse(stage, drain);
        stage.freshness.flushed(began);
    }

    private void resize() {
        int most = dice.from(1, 5);
        int least = dice.from(0, most);
        stage.note("resizes to " + least + " to " + most);
        stage.server.beginResize(most);
        try {
            stage.pool.resize(least, most);
        } finally {
            stage.server.endResize();
        }
    }

    private void suspendForAWhile() {
        stage.note("suspends");
        stage.pool.suspend();
        stage.pass(dice);
        stage.note("resumes");
        stage.pool.resume();
    }

    private void look() {
        PoolSnapshot now = stage.pool.snapshot();
        int sum = now.available() + now.accessible() + now.inaccessible() + now.reserved();
        if (now.available() < 0 || now.creating() < 0 || now.waiting() < 0 || sum > now.total()) {
            stage.fail("a snapshot says " + now);
        }
        stage.leases.checkCounts();
        int leases = stage.pool.leases().size();
        stage.note("looks: " + leases + " leases");
    }

    private void interrupt() {
        Thread user = dice.oneOf(users);
        stage.note("interrupts " + user.getName());
        user.interrupt();
    }
}
