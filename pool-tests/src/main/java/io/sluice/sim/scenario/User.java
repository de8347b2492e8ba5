package io.sluice.sim.scenario;

import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.PoolClosedException;
import io.sluice.pool.PoolException;
import io.sluice.pool.TooManyWaitingException;
import io.sluice.pool.internal.upkeep.Validation;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.Holder;
import io.sluice.sim.invariant.ResourceFreshness.Announcements;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.Faults;
import io.sluice.sim.world.SimResource;
import io.sluice.sim.world.SimServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A thread of an application: acquires, uses, and ends its leases in every way there is. */
final class User implements Runnable {

    /** What an acquire may take beyond its time-out: a delay of refused callers, for example. */
    private static final long SLACK_NANOS = Duration.ofMillis(1).toNanos();

    /** How many ways there are to end a lease; those not named release it. */
    private static final int WAYS = 10;

    private final Stage stage;
    private final String name;
    private final int rounds;

    /** Those of the round. */
    private Dice dice;

    /** Those of the round, for what was added to it. */
    private Dice more;

    /** Whether its lease is that of a request. */
    private boolean isRequest;

    /** When its last acquire began. */
    private long arrived;

    /** The only way in which it ends its leases; 0 if any. */
    private final int favourite;

    User(Stage stage, String name) {
        this.stage = stage;
        this.name = name;
        this.dice = stage.diceOf(name);
        this.more = dice;
        this.favourite = dice.oneIn(2) ? dice.from(1, WAYS) : 0;
        this.rounds = dice.from(1, stage.isQuick() ? 20 : 6);
    }

    @Override
    public void run() {
        for (int i = 1; i <= rounds; i++) {
            String round = name + "." + i;
            if (stage.simulation.has(round)) {
                dice = stage.diceOf(round);
                more = stage.diceOf("more of " + round);
                stage.pass(dice);
                Holder<SimResource> holder = acquire();
                if (holder != null) {
                    use(holder);
                }
            }
        }
    }

    private @Nullable Holder<SimResource> acquire() {
        Duration timeout = dice.oneOfMillis(0, 1, 20, 300, 5_000, 30_000);
        isRequest = dice.oneIn(4);
        long began = stage.simulation.nanos();
        arrived = began;
        boolean wasClosed = stage.isClosed;
        Announcements announced = stage.freshness.announced();
        stage.note("acquires, " + timeout.toMillis() + " ms" + (isRequest ? ", async" : ""));
        Holder<SimResource> holder = null;
        try {
            holder = isRequest ? request(timeout) : acquireHere(timeout);
            stage.note("has " + holder.resource());
            stage.leases.served();
        } catch (AcquireTimeoutException e) {
            stage.note("has waited in vain");
            stage.leases.checkReport(e.report());
            if (!timeout.isZero()) {
                stage.leases.timedOut();
            }
        } catch (PoolClosedException e) {
            stage.note("is refused: closed");
            if (!stage.isClosing) {
                stage.simulation.fail("an open pool says it is closed", e);
            }
        } catch (TooManyWaitingException e) {
            stage.note("is refused: too many wait");
            stage.leases.refused();
        } catch (PoolException e) {
            stage.note("is refused");
        } catch (InterruptedException e) {
            stage.note("was interrupted");
        } catch (SimServer.DriverOverflow e) {
            stage.note("is told that the stack ended in a validation");
        } catch (OutOfMemoryError e) {
            stage.allowNoThread(e);
        }
        if (wasClosed && holder != null) {
            stage.fail("a closed pool has served");
        }
        checkTime(timeout, began, isRequest);
        if (holder != null && !(isRequest && stage.server.faults().noThread() > 0)) {
            stage.freshness.check(holder.resource(), announced, began);
        }
        return holder;
    }

    /** Tries the fast path first, now and then; there is none where each lease is checked. */
    private Holder<SimResource> acquireHere(Duration timeout) throws InterruptedException {
        // Where no thread starts, the release of such a lease may fail for lack of a timer.
        boolean triesHome = more.oneIn(2) && stage.server.faults().noThread() == 0;
        Holder<SimResource> home = triesHome ? stage.pool.tryAcquire() : null;
        if (home == null) {
            return stage.pool.acquire(timeout);
        }
        if (stage.config.validateAfterIdle().isZero() || !stage.config.leakThreshold().isZero()) {
            stage.fail("a pool that checks each lease has a fast path");
        }
        return home;
    }

    private void checkTime(Duration timeout, long began, boolean isRequest) {
        long took = stage.simulation.nanos() - began;
        long allowed = timeout.toNanos() + SLACK_NANOS;
        long validation = Validation.LEAST_NANOS + Validation.GRACE_NANOS;
        if (timeout.isZero()) {
            validation =
                    (stage.config.validationTimeout().toNanos() + Validation.GRACE_NANOS)
                            * (stage.pool.snapshot().maxSize() + 4);
        }
        if (took > allowed + validation && !isExcused(began, isRequest)) {
            stage.fail("an acquire of " + timeout + " took " + Duration.ofNanos(took));
        }
    }

    /** What needs a processor or a thread and gets none cannot keep to a time. */
    private boolean isExcused(long began, boolean isRequest) {
        Faults faults = stage.server.faults();
        boolean needsThread = isRequest || faults.validateHangs() > 0;
        return stage.simulation.stalledUntil() > began || (needsThread && faults.noThread() > 0);
    }

    private Holder<SimResource> request(Duration timeout) throws InterruptedException {
        CompletableFuture<Holder<SimResource>> stageOfIt =
                stage.pool.acquireAsync(timeout, Runnable::run);
        if (dice.oneIn(4)) {
            stage.simulation.await(stageOfIt::isDone, dice.nanosUpTo(timeout));
            if (stageOfIt.cancel(true)) {
                throw new InterruptedException("cancelled");
            }
        }
        stage.simulation.await(stageOfIt::isDone, Duration.ofHours(1).toNanos());
        if (!stageOfIt.isDone()) {
            stage.fail("a request does not end");
        }
        try {
            return stageOfIt.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof PoolException refusal) {
                throw refusal;
            }
            if (e.getCause() instanceof OutOfMemoryError noThread) {
                throw noThread;
            }
            throw e;
        }
    }

    private void use(Holder<SimResource> holder) {
        long stamp = holder.stamp();
        SimResource resource = holder.resource();
        resource.begin();
        if (isRequest) {
            stage.leases.beginsForRequest();
        }
        if (more.oneIn(4)) {
            stage.leases.checkOwner(holder, stamp, isRequest, arrived);
        }
        stage.pass(dice);
        if (isRequest) {
            stage.leases.endsForRequest();
        }
        boolean isWhole = !resource.isAborted();
        resource.end();
        boolean isMine = end(holder, stamp);
        if (!isMine && isWhole && !stage.isForced) {
            stage.fail("the lease of " + resource + " was over");
        }
    }

    /** Returns whether the lease was still this thread's. */
    private boolean end(Holder<SimResource> holder, long stamp) {
        SimResource resource = holder.resource();
        switch (favourite > 0 ? favourite : dice.from(1, WAYS)) {
            case 1 -> {
                return clean(holder, stamp);
            }
            case 2 -> {
                return discard(holder, stamp);
            }
            case 3 -> {
                stage.note("abandons");
                resource.isLeft();
                holder.abandoned = stamp;
                return true;
            }
            case 4 -> {
                stage.note("evicts");
                boolean isMine = holder.evict(stamp);
                if (isMine) {
                    resource.bar("it was evicted");
                }
                return holder.release(stamp) && isMine;
            }
            case 5 -> {
                return releaseTwice(holder, stamp);
            }
            case 6 -> {
                return endByTwo(holder, stamp);
            }
            case 7 -> {
                return evictLate(holder, stamp);
            }
            case 8 -> {
                return evictWhileReleased(holder, stamp);
            }
            default -> {
                stage.note("releases");
                return holder.release(stamp);
            }
        }
    }

    private boolean clean(Holder<SimResource> holder, long stamp) {
        stage.note("cleans");
        boolean isMine = holder.reserve(stamp);
        if (isMine) {
            holder.resource().worksOn(true);
            stage.simulation.sleep(dice.someNanos(100));
            holder.resource().worksOn(false);
            holder.resource().proves();
            holder.requeue();
        }
        return isMine;
    }

    private boolean discard(Holder<SimResource> holder, long stamp) {
        stage.note("discards");
        boolean isMine = holder.reserve(stamp);
        if (isMine) {
            holder.resource().bar("it was discarded");
            holder.discard(DiscardReason.BROKEN, null);
        }
        return isMine;
    }

    private boolean releaseTwice(Holder<SimResource> holder, long stamp) {
        stage.note("releases twice");
        boolean isMine = holder.release(stamp);
        stage.simulation.sleep(dice.someNanos(100));
        if (holder.release(stamp)) {
            stage.fail("a lease has ended twice");
        }
        return isMine;
    }

    private boolean evictLate(Holder<SimResource> holder, long stamp) {
        stage.note("releases, and evicts afterwards");
        boolean isMine = holder.release(stamp);
        stage.simulation.sleep(dice.someNanos(100));
        if (holder.evict(stamp)) {
            stage.fail("a lease was evicted after its end");
        }
        return isMine;
    }

    /** An eviction that is in time counts, and one that is late does nothing. */
    private boolean evictWhileReleased(Holder<SimResource> holder, long stamp) {
        stage.note("releases, while another thread evicts");
        SimThread other =
                stage.simulation.start(
                        Thread.currentThread().getName() + "-other",
                        () -> {
                            if (holder.evict(stamp)) {
                                holder.resource().bar("it was evicted");
                            }
                        });
        boolean isMine = holder.release(stamp);
        stage.simulation.join(other);
        return isMine;
    }

    /** Two threads end the lease: one of them does, unless a third has. */
    private boolean endByTwo(Holder<SimResource> holder, long stamp) {
        stage.note("ends its lease twice at once");
        AtomicInteger ends = new AtomicInteger();
        SimThread other =
                stage.simulation.start(
                        Thread.currentThread().getName() + "-other",
                        () -> ends.addAndGet(endSomehow(holder, stamp)));
        ends.addAndGet(endSomehow(holder, stamp));
        stage.simulation.join(other);
        if (ends.get() > 1) {
            stage.fail("a lease has ended twice");
        }
        return ends.get() == 1;
    }

    private int endSomehow(Holder<SimResource> holder, long stamp) {
        boolean hasEnded = dice.oneIn(2) ? clean(holder, stamp) : holder.release(stamp);
        return hasEnded ? 1 : 0;
    }
}
