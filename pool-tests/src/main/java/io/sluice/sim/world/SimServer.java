package io.sluice.sim.world;

import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.ResourceFactory;
import io.sluice.sim.scheduler.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The server of one simulation, and the factory of the pool that uses it: slow, hanging, refusing,
 * with resources that die. Knows what exists.
 */
public final class SimServer implements ResourceFactory<SimResource> {

    /** At the earliest after this time an attempt is late for the pool. */
    private static final long ON_TIME = Duration.ofMillis(200).toNanos();

    private final Simulation simulation;
    private final Dice dice;
    private final Duration connectTimeout;
    private Faults faults;
    private int limit;
    private final Set<SimResource> alive = new LinkedHashSet<>();
    private final Set<Attempt> attempts = new LinkedHashSet<>();
    private int created;

    /** When each attempt began. */
    private final List<Long> begins = new ArrayList<>();

    private int resizing;
    private long resizedAt;
    private long bornAt = -1;
    private boolean isUncertain;
    private boolean hasNoHangs;

    /** The last stall whose consequences are over. */
    private long stallsOver = -1;

    private long lastRefusal = Long.MIN_VALUE / 2;

    private @Nullable PoolThreads threads;

    private record Attempt(int number, long began) {}

    public SimServer(
            Simulation simulation, Dice dice, Faults faults, Duration connectTimeout, int limit) {
        this.simulation = simulation;
        this.dice = dice;
        this.faults = faults;
        this.connectTimeout = connectTimeout;
        this.limit = limit;
        this.isUncertain = faults.noThread() > 0;
    }

    /** Has each thread watched that works for the pool. */
    public void watch(PoolThreads those) {
        threads = those;
    }

    private void begins() {
        if (threads != null) {
            threads.begins();
        }
    }

    private void ends() {
        if (threads != null) {
            threads.ends();
        }
    }

    /** Nothing goes wrong from now on. */
    public void behave() {
        faults = Faults.NONE;
    }

    /** The pool is told to have at most so many resources; it may have heard of it, or not. */
    public void beginResize(int most) {
        resizing++;
        limit = Math.max(limit, most);
    }

    /** Whether the pool is being told. */
    public boolean isResizing() {
        return resizing > 0;
    }

    /** The pool knows. */
    public void endResize() {
        resizing--;
        resizedAt = simulation.nanos();
    }

    /**
     * Whether a release that was stalled, or a newcomer of the same moment, may not have seen the
     * last change of sizes.
     */
    public boolean mayHaveMissedResize() {
        return simulation.stalledUntil() > resizedAt || bornAt == resizedAt;
    }

    /** At a quiet moment: the pool has, or may have, so many resources. */
    public void lowerLimit(int most) {
        if (resizing == 0) {
            limit = Math.min(limit, most);
        }
    }

    public Faults faults() {
        return faults;
    }

    /** Destructions that hang come back. Without memory the pool has set them no limit. */
    public void endHangs() {
        hasNoHangs = true;
    }

    /** Returns how many resources exist. */
    public int alive() {
        return alive.size();
    }

    /** Returns the number of the last attempt to create. */
    public int newest() {
        return created;
    }

    /** Returns how many attempts after that one began at that time. */
    public int begunAt(long nanos, int after) {
        List<Long> later = begins.subList(after, begins.size());
        return (int) later.stream().filter(begin -> begin == nanos).count();
    }

    /** Returns the resources that exist. */
    public Set<SimResource> existing() {
        return Set.copyOf(alive);
    }

    /** Returns how many of the attempts up to that number exist and were not aborted. */
    public int wholeUpTo(int number) {
        return (int)
                alive.stream().filter(each -> each.number() <= number && !each.isAborted()).count();
    }

    /** Returns how many attempts up to that number have not come back. */
    public int creatingUpTo(int number) {
        return (int) attempts.stream().filter(each -> each.number <= number).count();
    }

    /** Returns how many attempts to create have not come back. */
    public int creating() {
        return attempts.size();
    }

    @Override
    public SimResource create() throws Exception {
        Attempt attempt = new Attempt(++created, simulation.nanos());
        attempts.add(attempt);
        begins.add(attempt.began);
        checkLimit();
        begins();
        try {
            simulation.sleep(dice.someNanos(10));
            if (dice.oneIn(faults.createHangs())) {
                simulation.note("the server hangs");
                simulation.sleep(dice.nanosUpTo(connectTimeout.multipliedBy(3)));
            }
            if (dice.oneIn(faults.createFails())) {
                throw anything("cannot connect");
            }
            SimResource resource = new SimResource(simulation, attempt.number, attempt.began);
            alive.add(resource);
            bornAt = simulation.nanos();
            simulation.note(resource + " exists");
            return resource;
        } finally {
            isUncertain |= !isOnTime(attempt);
            attempts.remove(attempt);
            ends();
        }
    }

    private boolean isOnTime(Attempt attempt) {
        long age = simulation.nanos() - attempt.began;
        return age < Math.min(ON_TIME, connectTimeout.toNanos() / 4);
    }

    /**
     * Whether each attempt and each resource surely has a permit of the pool. The resource of a
     * late attempt may take the permit of one on time. A resource that was aborted may be given up,
     * and a task for which there is no thread waits with its permit. Stalled threads make the
     * pool's clock and this one differ. After any of these it is not known here, until the counts
     * agree again.
     */
    public boolean isCertain() {
        isUncertain |= simulation.stalledUntil() > stallsOver;
        for (Attempt attempt : attempts) {
            isUncertain |= !isOnTime(attempt);
        }
        return !isUncertain;
    }

    /** The pool lost memory: the permits may differ for a while. */
    public void countsDiffer() {
        isUncertain = true;
    }

    /** At a quiet moment, with nothing in creation: there are as many resources as permits. */
    public void countsAgree() {
        stallsOver = simulation.stalledUntil();
        isUncertain = faults.noThread() > 0;
    }

    private void checkLimit() {
        if (!isCertain()) {
            return;
        }
        if (attempts.size() + alive.size() > limit) {
            simulation.fail(
                    "the maximum is " + limit + "; exist " + alive + ", in creation " + attempts,
                    null);
        }
    }

    /** The stack ended in the driver: a caller whose validation it was is told so. */
    public static final class DriverOverflow extends StackOverflowError {

        private static final long serialVersionUID = 1;
    }

    private Exception anything(String what) throws Exception {
        switch (dice.from(1, 4)) {
            case 1 -> throw new AssertionError(what);
            case 2 -> throw new DriverOverflow();
            case 3 -> throw new OutOfMemoryError(what);
            default -> {
                return new Exception(what);
            }
        }
    }

    @Override
    public void joined(SimResource resource, Holder<SimResource> holder) {
        if (dice.oneIn(faults.joinFails())) {
            throw new IllegalStateException(resource + " does not join");
        }
    }

    @Override
    public void validate(SimResource resource, Duration limit) throws Exception {
        long began = simulation.nanos();
        boolean hasPassed = false;
        resource.begin();
        begins();
        try {
            simulation.sleep(dice.someNanos(1_000));
            if (dice.oneIn(faults.validateHangs())) {
                simulation.note(resource + " hangs in a validation");
                simulation.await(resource::isAborted, limit.toNanos() * 100);
            }
            if (resource.isAborted()) {
                throw new IllegalStateException(resource + " was aborted");
            }
            if (dice.oneIn(faults.validateFails())) {
                throw anything(resource + " is broken");
            }
            resource.passes(began);
            hasPassed = simulation.nanos() - began < limit.toNanos();
        } finally {
            if (!hasPassed) {
                lastRefusal = simulation.nanos();
            }
            ends();
            resource.end();
        }
    }

    /** Returns when a validation last failed, or took too long: the pool may suspect all then. */
    public long lastRefusal() {
        return lastRefusal;
    }

    @Override
    public boolean mayConcernOthers(Throwable failure) {
        return dice.oneIn(2);
    }

    @Override
    public void destroy(SimResource resource) throws Exception {
        resource.beginDestruction();
        begins();
        try {
            simulation.sleep(dice.someNanos(10));
            if (dice.oneIn(faults.destroyHangs())) {
                simulation.note(resource + " hangs in its destruction");
                simulation.await(
                        () -> resource.isAborted() || hasNoHangs, Duration.ofHours(1).toNanos());
            }
            if (dice.oneIn(faults.destroyFails())) {
                throw anything(resource + " does not close");
            }
        } finally {
            ends();
            resource.endDestruction();
            alive.remove(resource);
            simulation.note(resource + " is gone");
        }
    }

    @Override
    public void abort(SimResource resource) {
        simulation.note(resource + " is aborted");
        isUncertain = true;
        resource.abort();
    }

    @Override
    public String toString() {
        return "a simulated server";
    }
}
