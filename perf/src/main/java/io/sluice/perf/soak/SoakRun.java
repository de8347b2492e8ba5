package io.sluice.perf.soak;

import io.sluice.perf.command.Failures;
import io.sluice.perf.command.Progress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Lets threads use the pools of all sites, and makes something go wrong again and again: a calm,
 * one or two faults at each site, their end, and a rest at which everything must be in order. For
 * one thread.
 */
final class SoakRun {

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** The round after which growth counts: by then all that is made once was made. */
    static final int START = 3;

    private static final EnumSet<SoakFault> FAULTS = EnumSet.noneOf(SoakFault.class);
    private static final EnumSet<SoakFault> OPERATIONS = EnumSet.noneOf(SoakFault.class);

    static {
        for (SoakFault fault : SoakFault.values()) {
            (fault.isOperation() ? OPERATIONS : FAULTS).add(fault);
        }
    }

    private final SoakPlan plan;
    private final List<Site> sites;
    private final Watch watch;
    private final Random random;
    private final List<SoakRound> rounds = new ArrayList<>();
    private final long begun = System.nanoTime();
    private @Nullable Resources start;
    private @Nullable String failure;

    SoakRun(SoakPlan plan, List<Site> sites, Watch watch) {
        this.plan = plan;
        this.sites = sites;
        this.watch = watch;
        this.random = new Random(plan.seed());
    }

    /** One site in one round. */
    private static final class Turn {

        private final Site site;
        private final List<SoakFault> faults;
        private long faultBegun;
        private long faultEnded;
        private double recoverMillis = -1;

        Turn(Site site) {
            this.site = site;
            this.faults = drawn(site.random());
        }

        private static List<SoakFault> drawn(Random random) {
            List<SoakFault> drawn = new ArrayList<>();
            int kinds = random.nextInt(4);
            if (kinds > 0) {
                drawn.add(one(FAULTS, random));
            }
            if (kinds % 2 == 0) {
                drawn.add(random.nextInt(drawn.size() + 1), one(OPERATIONS, random));
            }
            return drawn;
        }

        private static SoakFault one(EnumSet<SoakFault> of, Random random) {
            return List.copyOf(of).get(random.nextInt(of.size()));
        }

        void begin() {
            faultBegun = System.nanoTime();
            faults.forEach(fault -> fault.begin(site));
        }

        void end() {
            faults.forEach(fault -> fault.end(site));
            faultEnded = System.nanoTime();
        }

        /** Returns whether all threads are served again. */
        boolean look() {
            if (recoverMillis < 0 && site.isRecovered(faultEnded)) {
                recoverMillis = (System.nanoTime() - faultEnded) / 1e6;
            }
            return recoverMillis >= 0;
        }

        @Override
        public String toString() {
            return site.name() + " " + faults;
        }
    }

    /**
     * Goes on until the time is over. If a command to a server fails, or a call does not end, the
     * run ends there.
     */
    void run() throws InterruptedException {
        sites.forEach(Site::start);
        int seconds = (int) plan.time().toSeconds();
        try (Progress progress = Progress.start("soak", seconds)) {
            int shown = 0;
            int told = 0;
            for (int round = 1; elapsed().compareTo(plan.time()) < 0; round++) {
                round(round);
                int now = (int) Math.min(seconds, elapsed().toSeconds());
                progress.advance(now - shown);
                shown = now;
                progress.say("round " + round + ", " + watch.violations() + " violations");
                for (String violation : watch.circumstances().stream().skip(told).toList()) {
                    progress.say(violation);
                    told++;
                }
            }
            watch.begin("at the end");
            for (Site site : sites) {
                site.checkClosed();
            }
        } catch (IllegalStateException e) {
            failure = Failures.oneLine(e);
        }
    }

    private Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    private void round(int number) throws InterruptedException {
        sites.forEach(site -> site.setCalm(number));
        pass(plan.patience().dividedBy(10));
        sites.forEach(site -> site.setCalm(0));
        List<Turn> turns = sites.stream().map(Turn::new).toList();
        watch.begin("round " + number + " after " + elapsed().toSeconds() + " s, " + turns);
        turns.forEach(Turn::begin);
        pass(plan.patience().dividedBy(3));
        turns.forEach(Turn::end);
        awaitRecovery(turns);
        rest(number, turns);
    }

    private void pass(Duration longest) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(random.nextInt((int) longest.toMillis()));
    }

    private void awaitRecovery(List<Turn> turns) {
        for (int i = 0; i < plan.looks(LOOK_NANOS); i++) {
            // Each of them is looked at, for its own time.
            if (turns.stream().filter(turn -> !turn.look()).count() == 0) {
                break;
            }
            LockSupport.parkNanos(this, LOOK_NANOS);
        }
        for (Turn turn : turns) {
            watch.check(Invariant.RECOVERED, turn.look(), turn.site::toString);
        }
    }

    private void rest(int number, List<Turn> turns) throws InterruptedException {
        List<Site> resting = new ArrayList<>();
        try {
            for (Site site : sites) {
                site.rest();
                resting.add(site);
            }
            for (Site site : sites) {
                site.checkRest();
            }
            Resources now = start == null ? Resources.now() : Resources.settled(start, plan);
            if (start == null || number <= START) {
                start = now;
            }
            now.compare(start, watch);
            for (Turn turn : turns) {
                rounds.add(
                        new SoakRound(
                                number,
                                turn.site.name(),
                                turn.faults,
                                elapsed().toMillis() / 1e3,
                                (turn.faultEnded - turn.faultBegun) / 1e6,
                                turn.recoverMillis,
                                turn.site.leases(),
                                turn.site.failures(),
                                now));
            }
        } finally {
            resting.forEach(Site::goOn);
        }
    }

    /** Returns the rounds of each site so far. */
    List<SoakRound> rounds() {
        return rounds;
    }

    /** Returns why the run ended before its time, or null. */
    @Nullable String failure() {
        return failure;
    }
}
