package io.sluice.pool.jta;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The last calls inside a gate that is ended: they are waited for, asked to give up, and at last
 * left to the end of their connection, all within one patience.
 *
 * <p>Whoever ends the branch only waits here. The driver is asked on a thread of the pool's, since
 * a cancel goes over the network and may hang itself where the server is frozen; nor is a second
 * one begun beside it.
 *
 * <p>Used by one thread.
 */
final class CallDrain {

    /** The parts of the patience: as often calls are asked, and one is left for an abort. */
    private static final int PARTS = 20;

    /** So many of them are for calls that leave unasked, where the branch is ended in order. */
    private static final int UNASKED = 15;

    private final BranchXaResource branch;
    private final JtaParticipant participant;
    private final long stamp;
    private final long part;

    /** When the waiting for calls ends, by {@link System#nanoTime}. */
    private final long end;

    private CompletableFuture<Void> asked = CompletableFuture.completedFuture(null);

    /** Begins now. */
    CallDrain(BranchXaResource branch) {
        this.branch = branch;
        this.participant = branch.participant;
        this.stamp = branch.stamp();
        this.part = participant.settings.patienceNanos() / PARTS;
        this.end = System.nanoTime() + participant.settings.patienceNanos() - part;
    }

    /**
     * Waits until nobody is inside.
     *
     * @param cancel whether calls are asked to give up at once; else they have most of the time
     * @return false if somebody is inside still, or may yet be cancelled: a cancel that comes late
     *     would meet whoever has the connection then
     */
    boolean isCleared(boolean cancel) {
        if (!cancel && isEmptyWithin(UNASKED * part)) {
            return true;
        }
        do {
            // Again and again: who has entered may not have begun what can be cancelled.
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
     * Ends the connection by force. Does not wait for that for longer than the patience has left: a
     * branch that is not prepared ends with its connection, whenever that is.
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

    /** Waits for at most so long; an interrupt is kept for later. */
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
                    throw new AssertionError("nobody completes it exceptionally", e);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
