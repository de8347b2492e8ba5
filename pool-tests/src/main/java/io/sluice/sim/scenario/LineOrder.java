package io.sluice.sim.scenario;

import io.sluice.sim.scenario.Line.Lease;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import java.util.ArrayList;
import java.util.List;

/**
 * The order of service: that of arrival where leases are long; with bounds for overtaking, and for
 * wake-ups in vain, where they are short.
 */
final class LineOrder {

    private static final int TURN_LEASES = 32;

    /** So many wake-ups in vain within this time let a waiter sleep for as long. */
    private static final long FUTILE_NANOS = 300 * Line.MICRO;

    private static final long LONG_LEASE = 5_000 * Line.MILLI;

    private final Simulation simulation;
    private final Dice dice;
    private boolean isOver;

    LineOrder(Simulation simulation, Dice dice) {
        this.simulation = simulation;
        this.dice = dice;
    }

    void run() {
        switch (dice.from(1, 7)) {
            case 1, 2 -> longLeases();
            case 3 -> throughput();
            case 4 -> turns();
            case 5 -> nowAndThen();
            case 6 -> growingLong();
            default -> noProcessor();
        }
    }

    private Line line(int size) {
        return new Line(simulation, dice, Line.lasting(size)).full();
    }

    /** Leases of a thread alone, each in its own tick and so timed. */
    private void leases(Line line, int many, long nanos) {
        for (int i = 0; i < many; i++) {
            simulation.sleep(Line.NEXT_TICK);
            line.use(false, nanos);
        }
    }

    private void becomeShort(Line line) {
        switch (dice.from(1, 3)) {
            case 1 -> leases(line, 10, 0);
            case 2 -> {
                leases(line, 10, 0);
                leases(line, 1, LONG_LEASE);
            }
            default -> {
                leases(line, 2, 0);
                leases(line, 1, LONG_LEASE);
            }
        }
    }

    /** No waiter is overtaken. */
    private void longLeases() {
        int size = dice.from(1, 2);
        Line line = line(size);
        if (dice.oneIn(2)) {
            leases(line, 10, 0);
        }
        leases(line, 20, Line.NEXT_TICK);
        line.isOrderedFromNowOn();
        List<SimThread> users = new ArrayList<>();
        int many = size + dice.from(1, 4);
        for (int i = 1; i <= many; i++) {
            Dice own = dice.with(simulation.chance("user-" + i));
            users.add(line.start("user-" + i, () -> useOften(line, own)));
        }
        line.join(users);
        line.close();
    }

    private void useOften(Line line, Dice own) {
        int rounds = own.from(2, 6);
        for (int i = 0; i < rounds; i++) {
            if (own.oneIn(3)) {
                simulation.sleep(own.from(1, 5) * Line.MILLI);
            }
            line.use(own.oneIn(3), own.from(1, 4) * Line.MILLI);
        }
    }

    /** A thread that needs its resource again at once mostly has it, though others wait. */
    private void throughput() {
        Line line = line(1);
        becomeShort(line);
        SimThread waiter =
                line.start(
                        "waiter",
                        () -> {
                            while (!isOver) {
                                line.use(false, 0);
                                simulation.sleep(20 * Line.MICRO);
                            }
                        });
        int tries = 0;
        int kept = 0;
        Lease lease = line.acquire(false);
        for (int i = 0; i < 200; i++) {
            simulation.sleep(10 * Line.MICRO);
            boolean isWanted = line.invariants.waiting() > 0;
            lease.end();
            Lease next = line.tryAcquire();
            if (isWanted) {
                tries++;
                kept += next == null ? 0 : 1;
            }
            lease = next == null ? line.acquire(false) : next;
        }
        isOver = true;
        lease.end();
        if (tries > 50 && kept == 0) {
            line.fail("of " + tries + " short leases each was followed by that of a waiter");
        }
        simulation.join(waiter);
        line.close();
    }

    /** Threads that never pause overtake a waiter only so often, and wake it only so often. */
    private void turns() {
        int size = dice.from(1, 2);
        Line line = line(size);
        if (dice.oneIn(2)) {
            leases(line, 10, 0);
        }
        long length = dice.from(2, 80) * Line.MICRO;
        List<SimThread> busy = new ArrayList<>();
        for (int i = 1; i <= size; i++) {
            busy.add(line.start("busy-" + i, () -> renewUntilOver(line, length)));
        }
        List<SimThread> waiters = new ArrayList<>();
        int many = dice.from(1, 3);
        for (int i = 1; i <= many; i++) {
            Dice own = dice.with(simulation.chance("waiter-" + i));
            waiters.add(line.start("waiter-" + i, () -> waitForTurn(line, own, length)));
        }
        line.join(waiters);
        isOver = true;
        line.join(busy);
        line.close();
    }

    private void renewUntilOver(Line line, long length) {
        Lease lease = line.acquire(false);
        while (!isOver) {
            simulation.sleep(length);
            lease = line.renew(lease);
        }
        lease.end();
    }

    private void waitForTurn(Line line, Dice own, long length) {
        SimThread self = (SimThread) Thread.currentThread();
        for (int i = 0; i < 3; i++) {
            simulation.sleep(own.from(1, 4_000) * Line.MICRO);
            int before = self.wakeUps();
            Lease lease = line.acquire(false);
            int turns = lease.place().before() + 1;
            long most = turns * (Line.MILLI + (TURN_LEASES + 2) * length) + 100 * Line.MICRO;
            if (lease.waited() > most) {
                line.fail(turns + ". in line, it waited " + lease.waited() / Line.MICRO + " us");
            }
            long naps = lease.waited() / FUTILE_NANOS + 1;
            int wakeUps = self.wakeUps() - before;
            if (wakeUps > 5 * naps + 5) {
                line.fail("woken " + wakeUps + " times in " + lease.waited() / Line.MICRO + " us");
            }
            lease.end();
        }
    }

    /** A waiter that is overtaken only now and then has what is left available at once. */
    private void nowAndThen() {
        Line line = line(1);
        becomeShort(line);
        line.isAwakeFromNowOn();
        Lease lease = line.acquire(false);
        List<SimThread> waiters = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            waiters.add(line.start("waiter-" + i, () -> line.use(false, 0)));
            int leases = dice.from(1, 14);
            for (int j = 0; j < leases; j++) {
                simulation.sleep(dice.from(120, 250) * Line.MICRO);
                lease = line.renew(lease);
            }
            simulation.sleep(dice.from(120, 250) * Line.MICRO);
            lease.end();
            simulation.sleep(dice.from(1, 3) * Line.MILLI);
            lease = line.acquire(false);
        }
        lease.end();
        line.join(waiters);
        line.close();
    }

    /** One that came while leases were short is in order too once it was woken in vain. */
    private void growingLong() {
        Line line = line(1);
        leases(line, 17, 0); // so that no turn comes to its help soon
        Lease lease = line.acquire(false);
        boolean[] isServed = {false};
        SimThread waiter =
                line.start(
                        "waiter",
                        () -> {
                            Lease own = line.acquire(false);
                            isServed[0] = true;
                            own.end();
                        });
        int renewed = 0;
        while (!isServed[0]) {
            simulation.sleep(Line.NEXT_TICK);
            lease = line.renew(lease);
            if (++renewed > 7) {
                line.fail("overtaken by " + renewed + " long leases");
            }
        }
        lease.end();
        simulation.join(waiter);
        line.close();
    }

    /** Waiters that have no processor keep no other from being served. */
    private void noProcessor() {
        if (dice.oneIn(2)) {
            aside();
        } else {
            behindOneThatHasNone();
        }
    }

    private void aside() {
        Line line = line(1);
        Lease lease = line.acquire(false);
        List<SimThread> waiters = new ArrayList<>();
        int stalled = dice.from(1, 3);
        for (int i = 1; i <= stalled; i++) {
            waiters.add(line.start("waiter-" + i, () -> line.use(false, 0)));
            simulation.sleep(Line.MILLI);
        }
        boolean asRequest = dice.oneIn(2);
        boolean[] isServed = {false};
        SimThread last =
                line.start(
                        "last",
                        () -> {
                            line.use(asRequest, 0);
                            isServed[0] = true;
                        });
        simulation.sleep(dice.from(1, 400) * Line.MILLI);
        waiters.forEach(waiter -> waiter.setStalled(true));
        lease.end();
        simulation.sleep((stalled + 2) * Line.TICK);
        if (!isServed[0]) {
            line.fail(stalled + " without a processor keep the next from what is available");
        }
        waiters.forEach(waiter -> waiter.setStalled(false));
        simulation.join(last);
        line.join(waiters);
        line.close();
    }

    /** What is handed to the one without a processor lies idle; the other goes round. */
    private void behindOneThatHasNone() {
        Line line = line(2);
        List<SimThread> busy = new ArrayList<>();
        long[] length = {Line.NEXT_TICK};
        for (int i = 1; i <= 2; i++) {
            busy.add(
                    line.start(
                            "busy-" + i,
                            () -> {
                                Lease lease = line.acquire(false);
                                while (!isOver) {
                                    simulation.sleep(length[0]);
                                    lease = line.renew(lease);
                                }
                                lease.end();
                            }));
        }
        simulation.sleep(Line.MILLI);
        SimThread first = line.start("first", () -> line.use(false, 0));
        simulation.sleep(Line.MILLI);
        first.setStalled(true);
        simulation.sleep(4 * Line.NEXT_TICK);
        boolean[] isServed = {false};
        SimThread second =
                line.start(
                        "second",
                        () -> {
                            line.use(false, 0);
                            isServed[0] = true;
                        });
        simulation.sleep(Line.MILLI);
        length[0] = dice.from(10, 50) * Line.MICRO;
        simulation.sleep(Line.NEXT_TICK + 20 * Line.MILLI);
        boolean wasServed = isServed[0];
        first.setStalled(false);
        isOver = true;
        if (!wasServed) {
            line.fail("without a processor, it keeps the next from its turn");
        }
        simulation.join(first);
        simulation.join(second);
        line.join(busy);
        line.close();
    }
}
