package io.sluice.sim.scenario;

import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.FlushMode;
import io.sluice.pool.PoolSnapshot;
import io.sluice.pool.TooManyWaitingException;
import io.sluice.pool.spi.Holder;
import io.sluice.sim.scheduler.SimThread;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.SimResource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;

/** Requests in line while every resource is leased: what becomes of each is known. */
final class ManyRequests {

    private static final Duration SHORT = Duration.ofMillis(10);
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final long SOON_NANOS = Duration.ofMillis(1).toNanos();
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    /** Beyond it two time-outs do not share a report. */
    private static final long REPORT_NANOS = SECOND + SOON_NANOS;

    /** A connect takes a tenth of a second at most. */
    private static final long BEFORE_A_TICK_NANOS = Duration.ofMillis(110).toNanos();

    private static final int MOST = 5;

    private final Stage stage;
    private final Dice dice;

    ManyRequests(Stage stage) {
        this.stage = stage;
        this.dice = stage.diceOf("many requests");
    }

    /**
     * Nothing else uses the pool, and the server behaves.
     *
     * @param all the leases of all resources; over afterwards
     */
    void run(List<Holder<SimResource>> all) {
        // The timer may still stall.
        stage.simulation.sleep(
                Math.max(0, stage.simulation.stalledUntil() - stage.simulation.nanos()));
        PoolSnapshot now = stage.pool.snapshot();
        boolean isFull = now.total() == now.maxSize() && now.creating() == 0;
        if (isFull && now.waiting() == 0 && dice.oneIn(2)) {
            timeOut();
        }
        List<PoolRequest> line = new ArrayList<>();
        int many = dice.from(1, MOST);
        for (int i = 0; i < many; i++) {
            PoolRequest request = begin(LONG);
            if (i < stage.config.maxWaiting()) {
                line.add(request);
            } else {
                request.cancel(); // refused, but its executor may be late to say so
            }
            stage.simulation.sleep(SOON_NANOS);
        }
        cancelSome(line);
        serve(line, all);
        failOnThisThread();
        boolean isInTime = stage.config.connectTimeout().toNanos() > BEFORE_A_TICK_NANOS;
        if (isInTime && stage.config.minSize() == 0 && stage.config.maxWaiting() > 0) {
            askAnEmptyPool();
        }
    }

    private PoolRequest begin(Duration timeout) {
        PoolRequest request = new PoolRequest(stage, dice);
        request.begin(timeout);
        return request;
    }

    /** As many wait as may; the others are refused. */
    private void timeOut() {
        stage.simulation.sleep(REPORT_NANOS);
        stage.note("lets requests time out");
        int many = dice.from(1, MOST);
        List<PoolRequest> requests = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            requests.add(begin(SHORT));
        }
        for (int i = 0; i < many; i++) {
            PoolRequest request = requests.get(i);
            stage.simulation.await(request::isOver, SECOND);
            checkTimeOut(request, i < stage.config.maxWaiting());
        }
        stage.simulation.sleep(SOON_NANOS);
        if (stage.pool.snapshot().waiting() != 0) {
            stage.fail("requests that timed out wait: " + stage.pool.snapshot());
        }
    }

    private void checkTimeOut(PoolRequest request, boolean mayWait) {
        if (!request.isOver()) {
            if (!request.isDropped()) {
                stage.fail("a request does not time out");
            }
            request.cancel();
            return;
        }
        try {
            request.stage().join();
            stage.fail("a request was served while every resource was leased");
        } catch (CompletionException e) {
            if (request.isUntold(e.getCause())) {
                return;
            }
            boolean isLate = e.getCause() instanceof AcquireTimeoutException;
            boolean isRefused = e.getCause() instanceof TooManyWaitingException;
            if (mayWait ? !isLate : !isRefused) {
                stage.simulation.fail("a request that may wait: " + mayWait, e);
            }
            if (e.getCause() instanceof AcquireTimeoutException late
                    && Objects.requireNonNull(late.snapshot()).waiting() == 0) {
                stage.simulation.fail("a request that timed out did not wait", e);
            }
        }
    }

    private void cancelSome(List<PoolRequest> line) {
        for (PoolRequest request : List.copyOf(line)) {
            if (dice.oneIn(4)) {
                request.cancel();
                line.remove(request);
            }
        }
        stage.simulation.sleep(SOON_NANOS);
        int waiting = stage.pool.snapshot().waiting();
        if (waiting != line.size()) {
            stage.fail(waiting + " wait, though the line is of " + line.size());
        }
    }

    /** Ends one lease after the other, until all have what they are to have. */
    private void serve(List<PoolRequest> line, List<Holder<SimResource>> all) {
        List<Holder<SimResource>> leased = new ArrayList<>(all);
        leased.forEach(holder -> holder.resource().end());
        while (!leased.isEmpty()) {
            Holder<SimResource> holder = leased.remove(0);
            release(holder);
            if (!line.isEmpty()) {
                PoolRequest next = oneServed(line);
                line.remove(next);
                Holder<SimResource> served = next.awaitLease();
                if (served != null) {
                    stay(served);
                    leased.add(served);
                }
            }
        }
        if (!line.isEmpty()) { // each one before ended without a lease
            stage.simulation.sleep(SECOND);
            while (!line.isEmpty()) {
                PoolRequest next = oneServed(line);
                line.remove(next);
                Holder<SimResource> served = next.awaitLease();
                if (served != null) {
                    release(served);
                }
            }
        }
    }

    /** Not always the first: one whose resource is validated or unusable leaves the line. */
    private PoolRequest oneServed(List<PoolRequest> line) {
        stage.simulation.await(
                () -> line.stream().anyMatch(PoolRequest::hasCome), PoolRequest.END_NANOS);
        return line.stream().filter(PoolRequest::hasCome).findFirst().orElse(line.get(0));
    }

    private void release(Holder<SimResource> holder) {
        holder.resource().proves();
        if (!holder.release(holder.stamp())) {
            stage.fail("the lease of " + holder.resource() + " was over");
        }
    }

    /** Long enough for a leak, if there are any. */
    private void stay(Holder<SimResource> served) {
        if (stage.config.leakThreshold().isZero() || dice.oneIn(2)) {
            return;
        }
        SimResource resource = served.resource();
        stage.simulation.sleep(2 * SECOND);
        Throwable site = resource.leak();
        if (site == null || !"acquired asynchronously by main".equals(site.getMessage())) {
            stage.simulation.fail("a leak of a request is told by another place", site);
        }
    }

    /**
     * A wrapper that fails on the thread of the caller, and a stage that is cancelled meanwhile.
     */
    private void failOnThisThread() {
        PoolRequest failing = new PoolRequest(stage, dice);
        failing.failAtOnce();
        PoolRequest cancelled = new PoolRequest(stage, dice);
        cancelled.mayBeRefused();
        SimThread other = stage.simulation.start("canceller", cancelled::cancel);
        cancelled.beginShared(LONG);
        stage.simulation.join(other);
        if (!cancelled.stage().isCancelled()) {
            Holder<SimResource> served = cancelled.awaitLease(); // it was too late
            if (served != null) {
                release(served);
            }
        }
    }

    /** Nothing else makes the pool grow: no other caller, no minimum, and no tick so soon. */
    private void askAnEmptyPool() {
        stage.pool.flush(FlushMode.IMMEDIATE);
        stage.simulation.sleep(10 * SECOND);
        if (!isEmpty(stage.pool.snapshot())) {
            return; // a request that its executor has lost may still be served
        }
        stage.note("one request for an empty pool");
        PoolRequest lone = new PoolRequest(stage);
        lone.begin(LONG);
        stage.simulation.await(lone::isOver, BEFORE_A_TICK_NANOS);
        if (!lone.isOver()) {
            stage.fail("the pool does not grow for a request");
        }
        Holder<SimResource> served = lone.awaitLease();
        if (served != null) {
            release(served);
        }
    }

    private static boolean isEmpty(PoolSnapshot now) {
        return now.total() == 0 && now.creating() == 0;
    }
}
