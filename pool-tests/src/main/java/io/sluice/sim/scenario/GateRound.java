package io.sluice.sim.scenario;

import io.sluice.pool.spi.BranchGate;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A gate alone: a branch is opened, kept and ended, while another thread calls, a call of an
 * earlier lease comes late, and the resource is taken away.
 */
final class GateRound {

    private static final long EARLIER = 1L << 24;
    private static final long PRESENT = 2L << 24;
    private static final long LONG_NANOS = Duration.ofMinutes(1).toNanos();

    private final Simulation simulation;
    private final Dice dice;
    private final BranchGate gate = new BranchGate();
    private final List<SimThread> others = new ArrayList<>();

    /** Calls of the present lease that are at the server. */
    private int inside;

    private boolean isEnded;
    private boolean isTaken;

    GateRound(Simulation simulation, Dice dice) {
        this.simulation = simulation;
        this.dice = dice;
    }

    void run() {
        if (dice.oneIn(2)) {
            race();
        } else {
            useOnce();
        }
    }

    /** It is opened and kept at the moment at which it is taken away. */
    private void race() {
        for (int i = dice.from(1, 4); i > 0; i--) {
            BranchGate one = new BranchGate();
            if (dice.oneIn(2)) {
                one.open(EARLIER);
            }
            boolean[] isForced = new boolean[1];
            SimThread force =
                    simulation.start(
                            "gate-race",
                            () -> {
                                simulation.sleep(1);
                                isForced[0] = one.claimForAbort(PRESENT);
                            });
            simulation.sleep(1);
            one.open(PRESENT);
            boolean isPinned = one.pin(PRESENT);
            simulation.join(force);
            if (isPinned == isForced[0]) {
                simulation.fail(
                        "a resource is "
                                + (isPinned ? "kept and taken away" : "neither kept nor taken"),
                        null);
            }
        }
    }

    private void useOnce() {
        boolean hadTransaction = dice.oneIn(2);
        boolean hasCall = dice.oneIn(2);
        if (hadTransaction) {
            gate.open(EARLIER);
        }
        if (hasCall) {
            enter(EARLIER);
        }
        if (hadTransaction) {
            boolean ignored = gate.end(EARLIER);
        }
        boolean isForced = dice.oneIn(2);
        if (isForced) {
            start("force", () -> isTaken = gate.claimForAbort(PRESENT));
        }
        if (dice.oneIn(2)) {
            start("late", () -> comeLate(hasCall));
        }
        pause();
        gate.open(PRESENT);
        if (dice.oneIn(2)) {
            start("caller", this::call);
        }
        boolean hasOwn = dice.oneIn(2);
        if (hasOwn) {
            enter(PRESENT);
            inside++;
        }
        boolean isKept = dice.oneIn(2) && gate.pin(PRESENT);
        boolean wasKept = isKept;
        pause();
        if (isKept && !gate.isPinned()) {
            simulation.fail("what keeps a resource is taken back by an earlier lease", null);
        }
        if (hasOwn) {
            start("leaves", this::leave);
        }
        end();
        if (!isKept) {
            isKept = gate.pin(PRESENT);
        }
        others.forEach(simulation::join);
        if (isKept && isTaken) {
            simulation.fail("a resource is kept and taken away", null);
        }
        if (!isKept && !isTaken) {
            simulation.fail("a resource is neither kept nor taken away", null);
        }
        if (wasKept && !gate.isPinned()) {
            simulation.fail("what keeps a resource is lost", null);
        }
    }

    private void start(String name, Runnable work) {
        long delay = pauseNanos();
        others.add(
                simulation.start(
                        "gate-" + name,
                        () -> {
                            simulation.sleep(delay);
                            work.run();
                        }));
    }

    private long pauseNanos() {
        return dice.oneIn(2) ? 0 : dice.from(1, 3);
    }

    private void pause() {
        simulation.sleep(pauseNanos());
    }

    private void enter(long stamp) {
        if (!gate.enter(stamp)) {
            simulation.fail("a call is refused before the end of its branch", null);
        }
    }

    private void call() {
        for (int i = 0; i < 3; i++) {
            if (gate.enter(PRESENT)) {
                if (isEnded) {
                    simulation.fail("a call passes after the end of its branch", null);
                }
                inside++;
                simulation.sleep(1);
                leave();
            }
        }
    }

    private void leave() {
        inside--;
        gate.leave(PRESENT);
    }

    /** What an earlier lease has left comes now. */
    private void comeLate(boolean hasCall) {
        if (hasCall) {
            gate.leave(EARLIER);
        }
        gate.unpin(EARLIER);
        boolean isOpen = gate.isFor(PRESENT);
        if (gate.enter(EARLIER)) {
            if (isOpen) {
                simulation.fail("a call of an earlier lease passes", null);
            }
            gate.leave(EARLIER);
        }
    }

    private void end() {
        boolean isEmpty = gate.end(PRESENT);
        if (isEmpty && inside > 0) {
            simulation.fail("a branch ends over " + inside + " calls", null);
        }
        if (!isEmpty && !gate.awaitEmpty(PRESENT, LONG_NANOS)) {
            simulation.fail("the end of a branch waits for ever", null);
        }
        if (inside > 0) {
            simulation.fail("a branch ends beside " + inside + " calls", null);
        }
        isEnded = true;
    }
}
