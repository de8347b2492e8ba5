package io.sluice.pool.internal;

import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.PoolException;
import io.sluice.pool.PoolObserver.Wait;
import io.sluice.pool.internal.base.CreatorThreads;
import io.sluice.pool.internal.base.FailureText;
import io.sluice.pool.internal.base.StackRoom;
import io.sluice.pool.internal.holder.Epoch;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.holder.StateWord;
import io.sluice.pool.internal.queue.AvailableQueue;
import io.sluice.pool.internal.queue.DetachedWaiter;
import io.sluice.pool.internal.queue.DetachedWaiters;
import io.sluice.pool.internal.queue.WaiterQueue;
import io.sluice.pool.internal.report.PoolEvents;
import io.sluice.pool.internal.report.TimeoutReporter;
import io.sluice.pool.internal.report.Timings;
import io.sluice.pool.internal.upkeep.FitnessCheck;
import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.LeaseWrapper;
import io.sluice.pool.spi.Ticker;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Acquires for callers that do not wait with their thread.
 *
 * <p>A request stands in the line of all waiters. The thread that ends its wait only starts a task.
 * The task, on a creator thread, checks and wraps the holder or makes the exception, and passes the
 * outcome to the executor. So foreign code runs on no thread that releases, and not on the timer.
 */
final class AsyncAcquires<R> {

    private final Ticker ticker;
    private final Epoch epoch;
    private final AvailableQueue<R> available;
    private final WaiterQueue<R> waiters;
    private final DetachedWaiters<R> requests;
    private final FitnessCheck<R> fitnessCheck;
    private final CreatorThreads threads;
    private final TimeoutReporter<R> timeouts;
    private final Timings timings;
    private final PoolEvents<R> events;

    /**
     * Requests that timed out or were refused, in order. Shared: concurrent queue; added to before
     * {@code failing} is read. Partner: {@code failing}.
     */
    private final Queue<Turn> failed = new ConcurrentLinkedQueue<>();

    /**
     * Whether a thread makes the exception of a request. One at a time: thousands of requests may
     * time out at once, and would each start a thread. Shared: CAS by the thread that starts the
     * next; cleared before {@code failed} is read. Partner: {@code failed}. One of two threads
     * starts the next.
     */
    private final AtomicBoolean failing = new AtomicBoolean();

    AsyncAcquires(
            Ticker ticker,
            Epoch epoch,
            AvailableQueue<R> available,
            WaiterQueue<R> waiters,
            DetachedWaiters<R> requests,
            FitnessCheck<R> fitnessCheck,
            CreatorThreads threads,
            TimeoutReporter<R> timeouts,
            Timings timings,
            PoolEvents<R> events) {
        this.ticker = ticker;
        this.epoch = epoch;
        this.available = available;
        this.waiters = waiters;
        this.requests = requests;
        this.fitnessCheck = fitnessCheck;
        this.threads = threads;
        this.timeouts = timeouts;
        this.timings = timings;
        this.events = events;
    }

    /**
     * Begins an acquire outside of any transaction.
     *
     * @param timeoutNanos zero takes only an available holder
     * @param executor completes the stage, unless that is done when this returns
     * @param site where the lease is acquired, if leaks are looked for
     */
    <L> CompletableFuture<L> begin(
            long timeoutNanos,
            Executor executor,
            LeaseWrapper<R, L> wrapper,
            @Nullable Throwable site) {
        CompletableFuture<L> stage = new CompletableFuture<>();
        Request<L> request = new Request<>(timeoutNanos, executor, wrapper, site, stage);
        try {
            request.begin(/* mayBeQuick= */ true);
        } catch (PoolException e) {
            stage.completeExceptionally(wrapper.failure(e));
        }
        return stage;
    }

    /**
     * The same for a stage that may have dependents. These are foreign code, so the stage is never
     * completed on this thread.
     */
    <L> void begin(
            long timeoutNanos,
            Executor executor,
            LeaseWrapper<R, L> wrapper,
            @Nullable Throwable site,
            CompletableFuture<L> stage) {
        if (stage.isDone()) {
            return;
        }
        Request<L> request = new Request<>(timeoutNanos, executor, wrapper, site, stage);
        try {
            request.begin(/* mayBeQuick= */ false);
        } catch (PoolException e) {
            threads.run(() -> request.fail(e), ticker);
        }
    }

    /** Lets the next request fail, unless another is at it and will call this. */
    private void failNext() {
        while (!failed.isEmpty() && failing.compareAndSet(false, true)) {
            Turn next = failed.poll();
            if (next != null) {
                threads.run(next.task, ticker);
                return;
            }
            failing.set(false);
        }
    }

    /** One wait of a request; another follows if the holder served is unfit. */
    private final class Turn {

        final DetachedWaiter waiter;
        final CreatorThreads.Task task; // made before it is needed: memory may be short then

        private final long from = ticker.nanos();
        private final @Nullable Object begun = events.waitBegins();
        private final @Nullable String caller = begun == null ? null : events.caller();

        Turn(Request<?> request, boolean again) {
            task = new CreatorThreads.Task(() -> request.proceed(this));
            waiter = requests.newWaiter(again, request.arrivedAt, this::waitEnded);
        }

        /** On the thread that has ended the wait. */
        private void waitEnded() {
            if (!waiter.isServed()) {
                try {
                    failed.add(this);
                    failNext();
                    return;
                } catch (OutOfMemoryError e) {
                    // It is not in the queue, so it fails at once.
                }
            }
            threads.run(task, ticker);
        }

        void tell(@Nullable ResourceHolder<R> holder) {
            events.waitEnded(begun, holder != null, caller);
            if (holder != null) {
                timings.waited(holder.isNew() ? Wait.CREATION : Wait.RETURN, ticker.nanos() - from);
            }
        }
    }

    /** One acquire. At each moment at most one thread carries it on; any thread may cancel it. */
    private final class Request<L> {

        /**
         * What the caller has. Shared: completed by {@code delivery}, or by a caller that cancels.
         * Partner: {@code turn}, {@code lease}. A thread that writes one of those then reads this;
         * once this is done, both are read.
         */
        private final CompletableFuture<L> stage;

        final long arrivedAt = ticker.nanos();
        private final long timeoutNanos;
        private final Executor executor;
        private final LeaseWrapper<R, L> wrapper;
        private final @Nullable Throwable site;

        /** Passes the outcome to the stage. Begun instead of run if there is nothing to pass. */
        private final CreatorThreads.Task delivery =
                new CreatorThreads.Task(this::complete) {
                    @Override
                    public void run() {
                        StackRoom.require(); // before it has begun: it can then run elsewhere
                        super.run();
                    }
                };

        /**
         * The last wait; null before the first. Shared: volatile, by the thread that joins the
         * line; read once the stage is done. Partner: {@code stage}. One of the two takes a
         * cancelled request out of the line.
         */
        private volatile @Nullable Turn turn;

        /**
         * What the caller is to get; null before that and after a failure. Shared: volatile, by the
         * thread that has wrapped the lease; read once the stage is done. Partner: {@code stage},
         * {@code Once.begun}. One of the two ends the lease of a cancelled request.
         */
        private volatile @Nullable L lease;

        /**
         * The holder of {@code lease}. Shared: plain, before {@code lease} is written; read after
         * that was. Partner: {@code lease}.
         */
        private @Nullable ResourceHolder<R> leased;

        /** The stamp of that lease. Shared: plain, with {@code leased}. Partner: {@code lease}. */
        private long stamp;

        /**
         * Why the caller gets nothing. Shared: plain, before the executor gets {@code delivery}.
         * Partner: {@code delivery}.
         */
        private @Nullable Throwable failure;

        Request(
                long timeoutNanos,
                Executor executor,
                LeaseWrapper<R, L> wrapper,
                @Nullable Throwable site,
                CompletableFuture<L> stage) {
            this.stage = stage;
            this.timeoutNanos = timeoutNanos;
            this.executor = executor;
            this.wrapper = wrapper;
            this.site = site;
            CompletableFuture<L> ignored = stage.whenComplete((done, thrown) -> stageIsDone());
        }

        /**
         * On the thread of the caller, which nothing here may block.
         *
         * @param mayBeQuick whether it may complete the stage
         */
        void begin(boolean mayBeQuick) {
            // Those from before the start are served in order: what is available is for the line.
            boolean mayOvertake = mayBeQuick || waiters.waiting == 0;
            ResourceHolder<R> found = mayOvertake ? available.poll() : null;
            if (found == null) {
                joinLine(/* again= */ false);
                return;
            }
            long begun = found.stamp;
            try {
                if (!mayBeQuick || !isQuick(found)) {
                    serveAside(found);
                    return;
                }
                L quick = wrapped(found);
                if (quick != null) {
                    stage.complete(quick); // it has no dependents yet
                    return;
                }
            } catch (Throwable e) { // the caller gets no stage
                // A store, because at the end of the stack no method can be called.
                if ((found.word & ~StateWord.DOOMED) == begun) {
                    found.abandoned = begun;
                }
                throw e;
            }
            joinLine(/* again= */ true);
        }

        private boolean isQuick(ResourceHolder<R> found) {
            return found.seen == epoch.value && wrapper.isQuick(found.resource);
        }

        private void serveAside(ResourceHolder<R> found) {
            StackRoom.require();
            threads.run(() -> serve(found), ticker);
        }

        private void joinLine(boolean again) {
            StackRoom.require(); // in the line each step needs the next
            Turn next = new Turn(this, again);
            turn = next; // before it joins: the next turn may begin at any time afterwards
            requests.join(next.waiter, arrivedAt + timeoutNanos);
            if (stage.isDone()) {
                withdraw(next);
            }
        }

        private boolean withdraw(Turn waiting) {
            boolean withdrawn = requests.withdraw(waiting.waiter);
            if (withdrawn) {
                waiting.tell(null);
            }
            return withdrawn;
        }

        /** On the thread that has completed the stage, mostly with the outcome. */
        private void stageIsDone() {
            Turn last = turn;
            if (last == null && lease == null) {
                return;
            }
            StackRoom.require(); // else the line or the executor finds out that it is done
            if (last == null || !withdraw(last)) {
                endUntaken();
            }
        }

        /** Ends the lease of a cancelled request, unless its delivery has begun. */
        private void endUntaken() {
            L untaken = lease;
            if (untaken != null && delivery.begin()) {
                unwrap(untaken);
            }
        }

        /** Ends the lease that no caller gets. */
        private void unwrap(L untaken) {
            try {
                wrapper.unwrap(untaken);
            } catch (Throwable e) { // foreign code may throw anything
                abandon(Objects.requireNonNull(leased), stamp, stamp | Holder.DIRTY);
                throw e;
            }
        }

        /** Leaves a lease to the next tick, unless it is over. */
        private void abandon(ResourceHolder<R> holder, long begun, long mark) {
            if ((holder.word & ~StateWord.DOOMED) == begun) {
                holder.abandoned = mark;
            }
        }

        // on a creator thread

        void proceed(Turn over) {
            if (over.waiter.isServed()) {
                proceedServed(over);
            } else {
                fail(failureOf(over));
            }
        }

        private void proceedServed(Turn over) {
            ResourceHolder<R> holder = Objects.requireNonNull(requests.outcome(over.waiter));
            try {
                over.tell(holder);
                waiters.lookForOthers();
            } catch (Throwable e) { // out of memory
                try {
                    waiters.giveBack(holder);
                } finally {
                    fail(e);
                }
                return;
            }
            serve(holder);
        }

        private Throwable failureOf(Turn over) {
            try {
                over.tell(null);
                waiters.lookForOthers();
                requests.outcome(over.waiter); // throws a refusal
                return timedOut();
            } catch (Throwable e) { // a refusal, or out of memory
                return e;
            } finally {
                requests.reported(over.waiter);
                failing.set(false);
                failNext(); // before the executor is called, which may block
            }
        }

        private AcquireTimeoutException timedOut() {
            AcquireTimeoutException late = timeouts.report(arrivedAt, timeoutNanos);
            if (timeoutNanos > 0) { // else the caller only checked for an available one
                events.timedOut(late);
            }
            return late;
        }

        /** Checks holders until one is fit, as the slow path of a blocking acquire does. */
        private void serve(ResourceHolder<R> first) {
            try {
                ResourceHolder<R> holder = first;
                while (holder != null) {
                    if (stage.isDone()) {
                        waiters.giveBack(holder);
                        return;
                    }
                    L ready = fitAndWrapped(holder);
                    if (ready != null) {
                        deliver(ready);
                        return;
                    }
                    if (nanosLeft() <= 0) {
                        fail(timedOut()); // the check took the time
                        return;
                    }
                    holder = available.poll();
                }
                joinLine(/* again= */ true);
            } catch (Throwable e) {
                fail(e);
            }
        }

        /** A caller that does not wait still has unlimited time for a validation. */
        private long nanosLeft() {
            return timeoutNanos == 0 ? Long.MAX_VALUE : timeoutNanos - (ticker.nanos() - arrivedAt);
        }

        private @Nullable L fitAndWrapped(ResourceHolder<R> holder) {
            if (!fitnessCheck.checkFit(holder, nanosLeft(), /* isForCaller= */ false)) {
                return null;
            }
            long begun = holder.stamp;
            long mark = begun;
            try {
                holder.waited(ticker.nanos() - arrivedAt);
                if (!wrapper.isQuick(holder.resource)) {
                    mark = begun | Holder.DIRTY;
                }
                return wrapped(holder);
            } catch (Throwable e) { // foreign code may throw anything
                abandon(holder, begun, mark);
                throw e;
            }
        }

        /** Null if the resource turned out unusable; its lease is then over. */
        private @Nullable L wrapped(ResourceHolder<R> holder) {
            holder.acquiredByNone();
            if (site != null) {
                holder.site = site;
            }
            leased = holder;
            stamp = holder.stamp;
            return wrapper.wrap(holder);
        }

        private void deliver(L ready) {
            lease = ready;
            if (stage.isDone()) {
                endUntaken();
                return;
            }
            try {
                executor.execute(delivery);
            } catch (Throwable e) { // refused
                if (delivery.begin()) { // else it has run nonetheless, see Once
                    takeBack(ready, e);
                }
            }
        }

        private void takeBack(L refused, Throwable why) {
            Throwable told = why;
            try {
                unwrap(refused);
            } catch (Throwable e) { // foreign code may throw anything; the request must end
                told = FailureText.with(why, e);
            }
            lease = null;
            failure = forCaller(told);
            complete();
        }

        private void fail(Throwable why) {
            failure = forCaller(why);
            try {
                executor.execute(delivery);
            } catch (Throwable e) { // refused: the caller must be told nonetheless
                if (delivery.begin()) {
                    complete();
                }
            }
        }

        private Throwable forCaller(Throwable failure) {
            try {
                return wrapper.failure(failure);
            } catch (Throwable e) { // out of memory: the request must end nonetheless
                return e;
            }
        }

        // on a thread of the executor

        private void complete() {
            L ready = lease;
            if (ready == null) {
                completeWith(Objects.requireNonNull(failure));
                return;
            }
            boolean taken = false;
            try {
                taken = stage.complete(ready);
            } finally { // a dependent may lack memory or stack when it has the lease
                if (!taken && !isTaken(ready)) {
                    unwrap(ready);
                }
            }
        }

        private void completeWith(Throwable thrown) {
            try {
                stage.completeExceptionally(thrown);
            } catch (OutOfMemoryError e) {
                if (!stage.isDone()) {
                    delivery.again();
                    threads.runLater(delivery, ticker);
                }
            }
        }

        private boolean isTaken(L ready) {
            return stage.isDone()
                    && !stage.isCompletedExceptionally()
                    && stage.getNow(null) == ready;
        }
    }
}
