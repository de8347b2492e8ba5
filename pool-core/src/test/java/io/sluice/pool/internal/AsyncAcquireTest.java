package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.FlushMode;
import io.sluice.pool.LeaseReport;
import io.sluice.pool.PoolClosedException;
import io.sluice.pool.PoolObserver;
import io.sluice.pool.ResourceCreationException;
import io.sluice.pool.ResourcePool;
import io.sluice.pool.TooManyWaitingException;
import io.sluice.pool.internal.PoolFixture.Lease;
import io.sluice.pool.internal.ScriptedFactory.Resource;
import io.sluice.pool.internal.holder.ResourceState;
import io.sluice.pool.spi.Holder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class AsyncAcquireTest extends AsyncFixture {

    @Nested
    class AtOnce {

        @Test
        void takesWhatIsAvailableBeforeItReturns() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            fixture.warmUp(1);
            fixture.acquire().release();

            CompletableFuture<Holder<Resource>> stage =
                    pool.acquireAsync(
                            A_SECOND,
                            task -> {
                                throw new AssertionError("not needed");
                            });

            assertThat(stage).isDone();
            lease(stage).release();
        }

        @Test
        void createsAResourceAndCompletesOnTheExecutor() throws Exception {
            ResourcePool<Resource> pool = openWithOne();

            CompletableFuture<Holder<Resource>> stage = pool.acquireAsync(A_SECOND, held);
            held.awaitTask();
            assertThat(stage).isNotDone();
            AtomicReference<Thread> ranOn = new AtomicReference<>();
            stage.thenRun(() -> ranOn.set(Thread.currentThread()));
            held.runNext();

            lease(stage).release();
            assertThat(ranOn).hasValue(Thread.currentThread());
        }

        @Test
        void completesOnTheExecutorOfCompletableFutureByDefault() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            Lease first = fixture.acquire();
            CompletableFuture<Holder<Resource>> stage = pool.acquireAsync(A_SECOND);
            CompletableFuture<String> ranOn =
                    stage.thenApply(lease -> Thread.currentThread().getName());

            first.release();

            // Before the lease: a thread that waits for the stage may run its dependents itself.
            String completedOn = ranOn.get(30, TimeUnit.SECONDS);
            lease(stage).release();
            String itself =
                    CompletableFuture.supplyAsync(() -> Thread.currentThread().getName())
                            .get(30, TimeUnit.SECONDS);
            assertThat(withoutNumber(completedOn)).isEqualTo(withoutNumber(itself));
        }

        private String withoutNumber(String thread) {
            return thread.replaceAll("\\d+", "");
        }

        @Test
        void validatesOnAThreadOfThePool() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            fixture.warmUp(1);
            ticker.advance(A_MINUTE);
            AtomicReference<String> validatedOn = new AtomicReference<>();
            factory.onValidate = number -> validatedOn.set(Thread.currentThread().getName());

            lease(pool.acquireAsync(A_SECOND)).release();

            assertThat(validatedOn.get()).startsWith("sluice-orders-creator-");
        }

        @Test
        void validatesInItsTimeAndWithoutOneInTheConfiguredTime() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            fixture.warmUp(1);
            ticker.advance(A_MINUTE);
            lease(pool.acquireAsync(A_SECOND)).release();
            assertThat(factory.lastLimit).isEqualTo(A_SECOND);
            ticker.advance(A_MINUTE);

            lease(pool.acquireAsync(Duration.ZERO)).release();

            assertThat(factory.lastLimit).isEqualTo(Duration.ofSeconds(5));
        }

        @Test
        void takesAnotherIfWhatIsAvailableIsUnfit() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            fixture.warmUp(1);
            ticker.advance(A_MINUTE);
            factory.onValidate =
                    number -> {
                        throw new IllegalStateException("broken");
                    };

            Lease lease = lease(pool.acquireAsync(A_SECOND));

            assertThat(lease.number()).isEqualTo(2);
            lease.release();
        }
    }

    /** It may have dependents, which must not run on the thread that joins the line. */
    @Nested
    class AStageThatOthersHave {

        private final CompletableFuture<Holder<Resource>> stage = new CompletableFuture<>();

        @Test
        void isCompletedByTheExecutorThoughTheResourceIsThere() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            fixture.warmUp(1);
            fixture.acquire().release();

            pool.acquireAsync(A_SECOND, held, new PlainLease<>(), stage);

            held.awaitTask();
            assertThat(stage).isNotDone();
            held.runNext();
            lease(stage).release();
        }

        @Test
        void isRefusedOnAThreadOfThePool() throws Exception {
            ResourcePool<Resource> pool = fixture.open(config -> config.maxSize(1).maxWaiting(0));
            Lease only = fixture.acquire();
            AtomicReference<String> ranOn = new AtomicReference<>();

            pool.acquireAsync(
                    A_SECOND,
                    task -> {
                        ranOn.set(Thread.currentThread().getName());
                        task.run();
                    },
                    new PlainLease<>(),
                    stage);

            failure(TooManyWaitingException.class, stage);
            assertThat(ranOn.get()).startsWith(CREATOR);
            only.release();
        }

        /** They came before it, and a release is about to serve them. */
        @Test
        void leavesAnAvailableResourceToThoseInLine() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            Lease lease = fixture.acquire();
            CountDownLatch processor = new CountDownLatch(1);
            CountDownLatch stuck = new CountDownLatch(1);
            ticker.onUnparked =
                    () -> {
                        stuck.countDown();
                        awaitUninterruptibly(processor);
                    };
            Background<Lease> thread = waitInBackground(1);
            lease.release();
            stuck.await();
            assertThat(pool.snapshot().available()).isOne();

            pool.acquireAsync(A_MINUTE, held, new PlainLease<>(), stage);

            assertThat(pool.snapshot().waiting()).isEqualTo(2);
            processor.countDown();
            thread.get().release();
            held.runNext();
            lease(stage).release();
        }

        @Test
        void thatIsCancelledAtThisMomentLeavesTheResourceInThePool() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            CompletableFuture<Holder<Resource>> cancelled =
                    new CompletableFuture<>() {
                        @Override
                        public boolean complete(Holder<Resource> lease) {
                            cancel(true); // as another thread does
                            return super.complete(lease);
                        }
                    };

            pool.acquireAsync(A_SECOND, held, new PlainLease<>(), cancelled);
            held.runNext();

            assertThat(cancelled).isCancelled();
            assertThat(pool.snapshot().available()).isOne();
        }

        /** A dependent may need more stack or memory than there is. */
        @Test
        void thatFailsWhenItIsCompleteKeepsTheResource() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            CompletableFuture<Holder<Resource>> failing =
                    new CompletableFuture<>() {
                        @Override
                        public boolean complete(Holder<Resource> lease) {
                            super.complete(lease);
                            throw new StackOverflowError("on purpose");
                        }
                    };

            pool.acquireAsync(A_SECOND, held, new PlainLease<>(), failing);

            assertThatThrownBy(held::runNext).isInstanceOf(StackOverflowError.class);
            assertThat(lease(failing).release()).as("the caller's").isTrue();
        }

        @Test
        void thatCannotBeCompletedLeavesTheResourceInThePool() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            CompletableFuture<Holder<Resource>> failing =
                    new CompletableFuture<>() {
                        @Override
                        public boolean complete(Holder<Resource> lease) {
                            throw new StackOverflowError("on purpose");
                        }
                    };

            pool.acquireAsync(A_SECOND, held, new PlainLease<>(), failing);

            assertThatThrownBy(held::runNext).isInstanceOf(StackOverflowError.class);
            assertThat(pool.snapshot().available()).isOne();
        }

        @Test
        void thatCannotBeToldAFailureIsToldItLater() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            Lease lease = fixture.acquire();
            AtomicBoolean full = new AtomicBoolean(true);
            CompletableFuture<Holder<Resource>> failing =
                    new CompletableFuture<>() {
                        @Override
                        public boolean completeExceptionally(Throwable failure) {
                            if (full.getAndSet(false)) {
                                throw new OutOfMemoryError("on purpose");
                            }
                            return super.completeExceptionally(failure);
                        }
                    };
            pool.acquireAsync(Duration.ZERO, held, new PlainLease<>(), failing);
            ticker.advance(Duration.ZERO);
            held.runNext();

            ticker.advance(A_SECOND);

            failure(AcquireTimeoutException.class, failing);
            lease.release();
        }

        @Test
        void acquiresNothingIfItIsComplete() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            fixture.warmUp(1);
            stage.cancel(true);

            pool.acquireAsync(A_SECOND, held, new PlainLease<>(), stage);

            assertThat(pool.snapshot().available()).isOne();
            assertThat(held.size()).isZero();
        }
    }

    @Nested
    class InLine {

        @Test
        void getsWhatIsReleased() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            Lease first = fixture.acquire();
            CompletableFuture<Holder<Resource>> stage = pool.acquireAsync(A_SECOND);
            assertThat(pool.snapshot().waiting()).isOne();

            first.release();

            lease(stage).release();
            assertThat(pool.snapshot().waiting()).isZero();
        }

        @Test
        void standsInOrderOfArrivalAmongThreads() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            Lease lease = fixture.acquire();
            Background<Lease> first = waitInBackground(1);
            CompletableFuture<Holder<Resource>> second = pool.acquireAsync(A_SECOND);
            Background<Lease> third = waitInBackground(2);
            CompletableFuture<Holder<Resource>> fourth = pool.acquireAsync(A_SECOND);

            lease.release();
            lease = first.get();
            assertThat(second).isNotDone();
            lease.release();
            lease = lease(second);
            assertThat(third.isDone()).isFalse();
            lease.release();
            lease = third.get();
            assertThat(fourth).isNotDone();
            lease.release();
            lease(fourth).release();
        }

        @Test
        void keepsItsPlaceWhenItIsServedSomethingUnfit() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            Lease lease = fixture.acquire();
            CompletableFuture<Holder<Resource>> first = pool.acquireAsync(A_MINUTE);
            CompletableFuture<Holder<Resource>> second = pool.acquireAsync(A_MINUTE);
            pool.suspectAll();
            factory.onValidate =
                    number -> {
                        throw new IllegalStateException("broken");
                    };

            lease.release();

            lease = lease(first);
            assertThat(lease.number()).isEqualTo(2);
            assertThat(second).isNotDone();
            factory.onValidate = number -> {};
            lease.release();
            lease(second).release();
        }

        @Test
        void validatesInTheRestOfItsTime() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            Lease lease = fixture.acquire();
            CompletableFuture<Holder<Resource>> stage = pool.acquireAsync(A_SECOND);
            pool.suspectAll();
            ticker.advance(Duration.ofMillis(400));

            lease.release();

            lease(stage).release();
            assertThat(factory.lastLimit).isEqualTo(Duration.ofMillis(600));
        }

        @Test
        void isServedByATickIfTheThreadWokenBeforeHasNoProcessor() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            Lease lease = fixture.acquire();
            CountDownLatch processor = new CountDownLatch(1);
            CountDownLatch stuck = new CountDownLatch(1);
            ticker.onUnparked =
                    () -> {
                        stuck.countDown();
                        awaitUninterruptibly(processor);
                    };
            Background<Lease> thread = waitInBackground(1);
            CompletableFuture<Holder<Resource>> request = pool.acquireAsync(A_MINUTE);
            lease.release();
            stuck.await();
            assertThat(request).isNotDone();

            ticker.advanceQuietly(Duration.ofMillis(250));

            lease(request).release();
            processor.countDown();
            thread.get().release();
        }

        @Test
        void parksNoThread() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            Lease lease = fixture.acquire();
            int threads = Thread.activeCount();
            int parks = ticker.parks();
            List<CompletableFuture<Holder<Resource>>> requests = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                requests.add(pool.acquireAsync(A_MINUTE));
            }

            assertThat(pool.snapshot().waiting()).isEqualTo(1_000);
            assertThat(ticker.parks()).isEqualTo(parks);
            assertThat(Thread.activeCount()).isLessThan(threads + 10);

            lease.release();
            for (CompletableFuture<Holder<Resource>> request : requests) {
                lease(request).release();
            }
        }

        @Test
        void isLimitedToAsManyAsConfigured() throws Exception {
            ResourcePool<Resource> pool = fixture.open(config -> config.maxSize(1).maxWaiting(1));
            Lease lease = fixture.acquire();
            CompletableFuture<Holder<Resource>> first = pool.acquireAsync(A_MINUTE);

            CompletableFuture<Holder<Resource>> second = pool.acquireAsync(A_MINUTE);

            assertThat(second).isCompletedExceptionally();
            assertThat(failure(TooManyWaitingException.class, second))
                    .hasMessageContaining("1 requests are already waiting and maxWaiting is 1");
            assertThat(pool.snapshot().counters().refused()).isOne();
            assertThatThrownBy(pool::acquire).isInstanceOf(TooManyWaitingException.class);
            lease.release();
            lease(first).release();
        }

        @Test
        void tellsAnObserverHowLongItWaited() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            Lease lease = fixture.acquire();
            AtomicReference<Duration> waited = new AtomicReference<>();
            pool.observe(
                    new PoolObserver() {
                        @Override
                        public void waited(Wait reason, long nanos) {
                            assertThat(reason).isEqualTo(Wait.RETURN);
                            waited.set(Duration.ofNanos(nanos));
                        }
                    });
            CompletableFuture<Holder<Resource>> stage = pool.acquireAsync(A_MINUTE);
            ticker.advance(A_SECOND);

            lease.release();

            Lease served = lease(stage);
            assertThat(waited).hasValue(A_SECOND);
            assertThat(served.holder().waitedNanos(served.stamp())).isEqualTo(A_SECOND.toNanos());
            served.release();
        }
    }

    @Nested
    class TimeOut {

        @Test
        void failsAsABlockingAcquireDoes() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            Lease lease = fixture.acquire();
            CompletableFuture<Holder<Resource>> stage = pool.acquireAsync(A_SECOND);

            ticker.advance(A_SECOND);

            assertThat(failure(AcquireTimeoutException.class, stage))
                    .hasMessageStartingWith(
                            "Pool orders: no resource became available within 1000 ms"
                                    + " (acquireTimeout 1000 ms): orders [total 1 of 1,"
                                    + " available 0, accessible 1, inaccessible 0, reserved 0,"
                                    + " creating 0, waiting 1]\n");
            assertThat(pool.snapshot().waiting()).isZero();
            assertThat(pool.snapshot().counters().timedOut()).isOne();
            lease.release();
        }

        @Test
        void ofAnEarlierOneIsNotCountedAsWaiting() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            Lease lease = fixture.acquire();
            for (int i = 0; i < 2; i++) {
                CompletableFuture<Holder<Resource>> stage = pool.acquireAsync(A_SECOND);

                ticker.advance(A_SECOND);

                assertThat(failure(AcquireTimeoutException.class, stage))
                        .hasMessageContaining("creating 0, waiting 1]");
            }
            lease.release();
        }

        @Test
        void comesWhenAValidationTookTheTime() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            fixture.warmUp(1);
            ticker.advance(A_MINUTE);
            factory.onValidate =
                    number -> {
                        ticker.advance(A_SECOND);
                        throw new IllegalStateException("broken");
                    };

            CompletableFuture<Holder<Resource>> stage = pool.acquireAsync(A_SECOND);

            assertThat(failure(AcquireTimeoutException.class, stage).waited()).isEqualTo(A_SECOND);
        }

        @Test
        void doesNotComeBefore() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            Lease lease = fixture.acquire();
            CompletableFuture<Holder<Resource>> stage = pool.acquireAsync(A_SECOND, Runnable::run);

            ticker.advance(A_SECOND.minusNanos(1));

            assertThat(pool.snapshot().waiting()).isOne();
            lease.release();
            lease(stage).release();
        }

        @Test
        void ofZeroTakesOnlyWhatIsAvailable() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            Lease lease = fixture.acquire();
            CompletableFuture<Holder<Resource>> stage = pool.acquireAsync(Duration.ZERO);

            ticker.advance(Duration.ZERO);

            failure(AcquireTimeoutException.class, stage);
            assertThat(pool.snapshot().counters().timedOut()).isZero();
            lease.release();
        }

        @Test
        void ofManyAtOnceStartsOneThread() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            Lease lease = fixture.acquire();
            List<CompletableFuture<Holder<Resource>>> stages = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                stages.add(pool.acquireAsync(A_SECOND, Runnable::run));
            }
            int before = creators();
            Gate gate = new Gate();
            ticker.onRead =
                    () -> {
                        if (Thread.currentThread().getName().startsWith(CREATOR)) {
                            gate.passUnchecked(); // where the first exception is made
                        }
                    };

            ticker.advance(A_SECOND);
            gate.awaitEntered();
            int during = creators();
            ticker.onRead = () -> {};
            gate.open();

            assertThat(during - before).isLessThanOrEqualTo(1);
            for (CompletableFuture<Holder<Resource>> stage : stages) {
                failure(AcquireTimeoutException.class, stage);
            }
            assertThat(pool.snapshot().waiting()).isZero();
            lease.release();
        }

        private int creators() {
            return (int)
                    Thread.getAllStackTraces().keySet().stream()
                            .filter(thread -> thread.getName().startsWith(CREATOR))
                            .count();
        }

        @Test
        void ofOneIsNotDelayedByADependentOfAnother() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            Lease lease = fixture.acquire();
            CompletableFuture<Holder<Resource>> first = pool.acquireAsync(A_SECOND, Runnable::run);
            CompletableFuture<Holder<Resource>> second = pool.acquireAsync(A_SECOND, Runnable::run);
            CompletableFuture<Void> dependent = first.handle((done, thrown) -> null);
            CompletableFuture<Throwable> waiting =
                    first.handle((done, thrown) -> failure(AcquireTimeoutException.class, second));

            ticker.advance(A_SECOND);

            assertThat(waiting.get(30, TimeUnit.SECONDS)).isNotNull();
            assertThat(dependent.get(30, TimeUnit.SECONDS)).isNull();
            lease.release();
        }
    }

    @Nested
    class Cancel {

        @Test
        void takesTheRequestOutOfTheLine() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            Lease lease = fixture.acquire();
            CompletableFuture<Holder<Resource>> first = pool.acquireAsync(A_SECOND);
            CompletableFuture<Holder<Resource>> second = pool.acquireAsync(A_SECOND);
            int pending = ticker.pending();

            assertThat(first.cancel(true)).isTrue();

            assertThat(pool.snapshot().waiting()).isOne();
            assertThat(ticker.pending()).as("alarms").isEqualTo(pending - 1);
            lease.release();
            lease(second).release();
            assertThatThrownBy(first::get).isInstanceOf(CancellationException.class);
        }

        @Test
        void whileTheResourceIsValidatedReturnsIt() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            fixture.warmUp(1);
            ticker.advance(A_MINUTE);
            CompletableFuture<Holder<Resource>> cancelled = new CompletableFuture<>();
            AtomicReference<CompletableFuture<Holder<Resource>>> stage = new AtomicReference<>();
            CountDownLatch begun = new CountDownLatch(1);
            factory.onValidate =
                    number -> {
                        begun.await();
                        stage.get().cancel(true);
                        cancelled.complete(null);
                    };
            stage.set(pool.acquireAsync(A_SECOND, held));
            begun.countDown();

            cancelled.get(30, TimeUnit.SECONDS);

            fixture.awaitAvailable(1);
            assertThat(held.size()).isZero();
        }

        @Test
        void whileTheExecutorHasTheLeaseReturnsItAtOnce() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            CompletableFuture<Holder<Resource>> stage = pool.acquireAsync(A_SECOND, held);
            held.awaitTask();
            assertThat(pool.snapshot().accessible()).isOne();

            stage.cancel(true);

            assertThat(pool.snapshot().available()).isOne();
            held.runNext();
            assertThat(pool.snapshot().available()).isOne();
        }

        @Test
        void whileTheExecutorHasTheLeaseOfWhatWasAvailableReturnsItAtOnce() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            fixture.warmUp(1);
            ticker.advance(A_MINUTE); // it has to be validated
            CompletableFuture<Holder<Resource>> stage = pool.acquireAsync(A_SECOND, held);
            held.awaitTask();

            stage.cancel(true);

            assertThat(pool.snapshot().available()).isOne();
        }

        @Test
        void ofAHolderHandedOverButNotYetSeenPassesItOn() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            Lease lease = fixture.acquire();
            AtomicReference<CompletableFuture<Holder<Resource>>> first = new AtomicReference<>();
            AtomicBoolean once = new AtomicBoolean();
            pool.observe(
                    new PoolObserver() {
                        @Override
                        public void waited(Wait reason, long nanos) {
                            if (once.compareAndSet(false, true)) { // it is served, not yet checked
                                first.get().cancel(true);
                            }
                        }
                    });
            first.set(pool.acquireAsync(A_SECOND));
            CompletableFuture<Holder<Resource>> second = pool.acquireAsync(A_SECOND);

            lease.release();

            lease(second).release();
            assertThat(first.get()).isCancelled();
        }

        @Test
        void ofAHolderBeyondASmallerMaximumDiscardsIt() throws Exception {
            ResourcePool<Resource> pool = fixture.open(config -> config.maxSize(2));
            Lease lease = fixture.acquire();
            Lease other = fixture.acquire();
            AtomicReference<CompletableFuture<Holder<Resource>>> stage = new AtomicReference<>();
            pool.observe(
                    new PoolObserver() {
                        @Override
                        public void waited(Wait reason, long nanos) {
                            pool.resize(0, 1);
                            stage.get().cancel(true);
                        }
                    });
            stage.set(pool.acquireAsync(A_SECOND));

            lease.release();

            fixture.journal.await("destroy " + lease.number());
            assertThat(other.holder().state()).isEqualTo(ResourceState.ACCESSIBLE);
            other.release();
        }

        @Test
        void afterCompletionLeavesTheLeaseToTheCaller() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            CompletableFuture<Holder<Resource>> stage = pool.acquireAsync(A_SECOND);
            Lease lease = lease(stage);

            assertThat(stage.cancel(true)).isFalse();

            assertThat(lease.holder().state()).isEqualTo(ResourceState.ACCESSIBLE);
            assertThat(lease.release()).isTrue();
        }

        @Test
        void mayComeFromATimeOutOfTheFutureItself() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            Lease lease = fixture.acquire();
            CompletableFuture<Holder<Resource>> stage =
                    pool.acquireAsync(A_MINUTE).orTimeout(1, TimeUnit.MILLISECONDS);

            failure(TimeoutException.class, stage);

            awaitWaiting(0);
            lease.release();
            assertThat(pool.snapshot().available()).isOne();
        }
    }

    @Nested
    class ThePool {

        @Test
        void refusesThoseInLineWhenItCloses() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            Lease lease = fixture.acquire();
            CompletableFuture<Holder<Resource>> first = pool.acquireAsync(A_SECOND);
            CompletableFuture<Holder<Resource>> second = pool.acquireAsync(A_SECOND);

            Background<?> close = Background.start(() -> pool.close(A_SECOND));

            assertThat(failure(PoolClosedException.class, first))
                    .hasMessage("Pool orders is closed; open a new pool");
            failure(PoolClosedException.class, second);
            failure(PoolClosedException.class, pool.acquireAsync(A_SECOND));
            lease.release();
            close.get();
        }

        @Test
        void thatIsClosedDuringAValidationKeepsTheResource() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            fixture.warmUp(1);
            ticker.advance(A_MINUTE);
            AtomicReference<Background<?>> closing = new AtomicReference<>();
            factory.onValidate =
                    number -> {
                        closing.set(Background.start(() -> pool.close(A_SECOND)));
                        await("a closed pool").until(pool::isClosed);
                    };

            failure(PoolClosedException.class, pool.acquireAsync(A_SECOND));

            closing.get().get();
            assertThat(pool.snapshot().total()).isZero();
        }

        @Test
        void thatIsFlushedServesANewResource() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            Lease lease = fixture.acquire();
            CompletableFuture<Holder<Resource>> stage = pool.acquireAsync(A_SECOND);

            pool.flush(FlushMode.GRACEFUL);
            lease.release();

            Lease served = lease(stage);
            assertThat(served.number()).isEqualTo(2);
            served.release();
        }

        @Test
        void thatIsSuspendedServesOnceItIsResumed() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            fixture.warmUp(1);
            pool.suspend();
            CompletableFuture<Holder<Resource>> stage = pool.acquireAsync(A_SECOND);
            assertThat(pool.snapshot().waiting()).isOne();

            pool.resume();

            lease(stage).release();
        }

        @Test
        void thatCannotCreateForGoodRefusesAtOnce() throws Exception {
            IllegalStateException refused = new IllegalStateException("no such database");
            factory.permanent = failure -> true;
            factory.onCreate =
                    number -> {
                        throw refused;
                    };
            ResourcePool<Resource> pool = openWithOne();

            CompletableFuture<Holder<Resource>> stage = pool.acquireAsync(A_MINUTE);

            assertThat(failure(ResourceCreationException.class, stage)).hasRootCause(refused);
        }

        @Test
        void attributesTheLeaseToNoThread() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            fixture.warmUp(1);
            fixture.acquire().release();
            Lease lease = lease(pool.acquireAsync(A_SECOND));

            assertThat(pool.leases()).extracting(LeaseReport::thread).containsExactly("not known");
            assertThat(pool.leases()).extracting(LeaseReport::stack).containsExactly(List.of());
            lease.release();
        }

        @Test
        void tellsALeakByTheCallThatAcquired() throws Exception {
            ResourcePool<Resource> pool =
                    fixture.open(config -> config.maxSize(1).leakThreshold(A_SECOND));
            Lease lease = lease(pool.acquireAsync(A_MINUTE));

            ticker.advance(A_MINUTE);

            fixture.journal.await("onLeak 1");
            assertThat(fixture.lastLeak.get())
                    .hasMessage("acquired asynchronously by " + Thread.currentThread().getName());
            assertThat(fixture.lastLeak.get().getStackTrace()[0].getClassName())
                    .isEqualTo(ThePool.class.getName());
            lease.release();
        }
    }
}
