package io.sluice.pool.jta;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Drains the last calls inside an ended gate: waits for them, cancels them, and finally aborts the
 * connection, all within one time limit. Used by one thread.
 *
 * <p>The ending thread only waits. The driver is called on a thread of the pool, because a cancel
 * goes over the network and may hang if the server is frozen; no second cancel starts beside it.
 */
final class CallDrain {

    /** The time limit has this many parts: one for each cancel, the last one for an abort. */
    private static final int PARTS = 20;

    /**
     * During this many parts, calls may leave without being cancelled, if the branch ends normally.
     */
    private static final int UNASKED = 15;

    private final TrackedBranch branch;
    private final JtaParticipant participant;
    private final long stamp;
    private final long part;

    /** When the wait for calls ends, by {@link System#nanoTime}. */
    private final long end;

    /**
     * Shared: completed by the creator thread on which the driver's cancel has returned. Partner:
     * {@code BranchGate.word}. An empty gate and a cancel that has returned mean that the branch
     * alone has the connection.
     */
    private CompletableFuture<Void> asked = CompletableFuture.completedFuture(null);

    /** Starts the time limit. */
    CallDrain(TrackedBranch branch) {
        this.branch = branch;
        this.participant = branch.participant;
        this.stamp = branch.stamp();
        this.part = participant.settings.patienceNanos() / PARTS;
        this.end = System.nanoTime() + participant.settings.patienceNanos() - part;
    }

    /**
     * Waits until no call is inside.
     *
     * @param cancel whether calls are cancelled at once; otherwise they have most of the time
     * @return false if a call is still inside, or a cancel still running: a late cancel would hit
     *     the next user of the connection
     */
    boolean isCleared(boolean cancel) {
        if (!cancel && isEmptyWithin(UNASKED * part)) {
            return true;
        }
        do {
            // Repeated: a call that has entered may not be cancellable yet.
            if (asked.isDone()) {
                asked = aside(participant.resource::cancel);
            }
            if (isEmptyWithin(Math.min(part, left())) && isOver(asked, left())) {
                return true;
            }
        } while (left() > 0);
        return false;
    }

    /**
     * Ends the connection by force, waiting no longer than the rest of the time limit: an
     * unprepared branch ends with its connection, whenever that is.
     */
    void abort() {
        CompletableFuture<Void> aborted =
                aside(
                        () -> {
                            try {
                                participant.resource.abort();
                            } catch (Exception e) { // a driver may throw anything
                                JtaLog.abortFailed(branch, e);
                            }
                        });
        boolean ignored = isOver(aborted, part);
    }

    private CompletableFuture<Void> aside(Runnable task) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        participant.holder.runAside(
                () -> {
                    try {
                        task.run();
                    } finally {
                        boolean ignored = done.complete(null);
                    }
                });
        return done;
    }

    private boolean isEmptyWithin(long nanos) {
        return participant.gate.awaitEmpty(stamp, nanos);
    }

    private long left() {
        return end - System.nanoTime();
    }

    /** Waits for a limited time; an interrupt does not end the wait, and its flag is restored. */
    private static boolean isOver(CompletableFuture<Void> task, long nanos) {
        boolean interrupted = false;
        long deadline = System.nanoTime() + nanos;
        try {
            while (true) {
                try {
                    task.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                    return true;
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (TimeoutException e) {
                    return false;
                } catch (ExecutionException e) {
                    throw new AssertionError("it never completes exceptionally", e);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
