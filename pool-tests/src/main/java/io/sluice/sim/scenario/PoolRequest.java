package io.sluice.sim.scenario;

import io.sluice.pool.PoolClosedException;
import io.sluice.pool.TooManyWaitingException;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.LeaseWrapper;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.SimResource;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** A request with an executor and a wrapper, each of which may be of a bad kind. */
final class PoolRequest implements Executor, LeaseWrapper<SimResource, Holder<SimResource>> {

    private static final long LATE_NANOS = Duration.ofMillis(5).toNanos();
    static final long END_NANOS = Duration.ofSeconds(30).toNanos();

    /** Thrown where a failure is to be told. */
    private final Error untold = new OutOfMemoryError("on purpose");

    private enum Execution {
        GOOD,
        REFUSES,
        RUNS_AND_THROWS,
        LATER,
        DROPS
    }

    private enum Wrapping {
        GOOD,
        SLOW,
        THROWS,
        THROWS_AT_RESOURCE,
        UNWRAP_THROWS,
        FAILURE_THROWS,
        UNUSABLE_ONCE
    }

    private final Stage stage;
    private final Execution execution;
    private Wrapping wrapping;
    private final boolean isShared;
    private CompletableFuture<Holder<SimResource>> result = new CompletableFuture<>();
    private @Nullable Thread beginner;
    private boolean isDropped;

    /** Whether others may be in line that leave it no room. */
    private boolean mayBeRefused;

    PoolRequest(Stage stage, Dice dice) {
        this.stage = stage;
        boolean isGood = dice.oneIn(2);
        this.execution = isGood ? Execution.GOOD : dice.oneOf(Execution.values());
        this.wrapping = isGood ? Wrapping.GOOD : dice.oneOf(Wrapping.values());
        this.isShared = dice.oneIn(3);
    }

    /** One that nothing goes wrong with. */
    PoolRequest(Stage stage) {
        this.stage = stage;
        this.execution = Execution.GOOD;
        this.wrapping = Wrapping.GOOD;
        this.isShared = false;
    }

    void begin(Duration timeout) {
        stage.note("requests: " + execution + ", " + wrapping + (isShared ? ", shared" : ""));
        if (isShared) {
            beginShared(timeout);
        } else {
            try {
                result = stage.pool.acquireAsync(timeout, this, this);
            } catch (OutOfMemoryError e) { // refused at once, and not told
                boolean ignored = result.completeExceptionally(e);
            }
        }
    }

    /** For a stage with dependents, which run on another thread. */
    void beginShared(Duration timeout) {
        CompletableFuture<?> ignored = result.whenComplete((done, thrown) -> checkDependent());
        beginner = Thread.currentThread();
        stage.pool.acquireAsync(timeout, this, this, result);
        beginner = null;
    }

    private void checkDependent() {
        if (Thread.currentThread() == beginner) {
            stage.fail("the thread that requests runs dependents of the stage");
        }
    }

    /** Something is available, perhaps; a wrapper that fails is that of the caller then. */
    void failAtOnce() {
        wrapping = Wrapping.THROWS;
        try {
            result = stage.pool.acquireAsync(Duration.ZERO, Runnable::run, this);
        } catch (IllegalStateException e) {
            stage.note("the wrapper has failed");
        }
    }

    void mayBeRefused() {
        mayBeRefused = true;
    }

    void cancel() {
        stage.note("cancels");
        boolean ignored = result.cancel(true);
    }

    boolean isOver() {
        return result.isDone();
    }

    /** Whether its executor has lost the outcome. */
    boolean isDropped() {
        return isDropped;
    }

    /** Whether there is nothing to wait for. */
    boolean hasCome() {
        return isOver() || isDropped;
    }

    CompletableFuture<Holder<SimResource>> stage() {
        return result;
    }

    /** Waits until the request is over; returns its lease, or null. */
    @Nullable Holder<SimResource> awaitLease() {
        stage.simulation.await(this::hasCome, END_NANOS);
        if (!isOver()) {
            if (!isDropped) {
                stage.fail("a request does not end: " + execution + ", " + wrapping);
            }
            cancel();
            return null;
        }
        try {
            Holder<SimResource> holder = result.join();
            if (execution == Execution.REFUSES) {
                stage.fail("an executor that refuses has completed a stage");
            }
            return holder;
        } catch (CompletionException e) {
            checkFailure(e.getCause());
            return null;
        }
    }

    /** Whether its wrapper has failed at the failure that was to be told. */
    boolean isUntold(@Nullable Throwable failure) {
        return failure == untold;
    }

    /**
     * With a server that behaves, only the executor, the wrapper, and a pool without a line fail.
     */
    private void checkFailure(@Nullable Throwable failure) {
        boolean isMine =
                failure instanceof RejectedExecutionException
                        || failure instanceof IllegalStateException
                        || isUntold(failure);
        boolean isRefused = failure instanceof TooManyWaitingException && mayBeRefused;
        if (!(isMine || isRefused) || failure instanceof PoolClosedException) {
            stage.simulation.fail("a request fails", failure);
        }
    }

    @Override
    public void execute(Runnable task) {
        if (!Thread.currentThread().getName().contains("-creator-")) {
            stage.fail("the executor is called on " + Thread.currentThread().getName());
        }
        switch (execution) {
            case REFUSES -> throw new RejectedExecutionException("on purpose");
            case DROPS -> isDropped = true;
            case RUNS_AND_THROWS -> {
                task.run();
                throw new RejectedExecutionException("late, on purpose");
            }
            case LATER ->
                    stage.simulation.start(
                            "executor",
                            () -> {
                                stage.simulation.sleep(LATE_NANOS);
                                task.run();
                            });
            default -> task.run();
        }
    }

    @Override
    public boolean isQuick(SimResource resource) {
        return wrapping == Wrapping.GOOD || wrapping == Wrapping.THROWS;
    }

    @Override
    public @Nullable Holder<SimResource> wrap(Holder<SimResource> holder) {
        holder.resource().isLeft();
        holder.resource().leaks(null);
        switch (wrapping) {
            case THROWS, FAILURE_THROWS ->
                    throw new IllegalStateException("the wrapper fails on purpose");
            case THROWS_AT_RESOURCE -> {
                holder.resource().bar("a wrapper has failed at it");
                throw new IllegalStateException("the wrapper fails on purpose");
            }
            case UNUSABLE_ONCE -> {
                wrapping = Wrapping.SLOW;
                if (holder.reserve(holder.stamp())) {
                    holder.resource().bar("it was unusable");
                    holder.discard(DiscardReason.BROKEN, null);
                }
                return null;
            }
            default -> {
                return holder;
            }
        }
    }

    @Override
    public Throwable failure(Throwable thrown) {
        if (wrapping == Wrapping.FAILURE_THROWS) {
            throw untold;
        }
        return thrown;
    }

    @Override
    public void unwrap(Holder<SimResource> lease) {
        if (wrapping == Wrapping.UNWRAP_THROWS) {
            lease.resource().bar("it could not be unwrapped");
            throw new IllegalStateException("unwrap fails on purpose");
        }
        lease.resource().proves();
        boolean ignored = lease.release(lease.stamp());
    }
}
