package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.ResourcePool;
import io.sluice.pool.internal.PoolFixture.Lease;
import io.sluice.pool.internal.ScriptedFactory.Resource;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.LeaseWrapper;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Executors and wrappers that fail, hold on, or run tasks themselves. */
class AsyncExtensionTest extends AsyncFixture {

    @Nested
    class AnExecutor {

        private final RejectedExecutionException rejection =
                new RejectedExecutionException("shut down");

        @Test
        void thatRefusesLeavesTheResourceInThePool() throws Exception {
            ResourcePool<Resource> pool = openWithOne();

            CompletableFuture<Holder<Resource>> stage =
                    pool.acquireAsync(
                            A_SECOND,
                            task -> {
                                throw rejection;
                            });

            assertThat(failure(RejectedExecutionException.class, stage)).isSameAs(rejection);
            assertThat(pool.snapshot().available()).isOne();
        }

        @Test
        void thatRefusesAFailureLeavesItToThePool() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            Lease lease = fixture.acquire();
            CompletableFuture<Holder<Resource>> stage =
                    pool.acquireAsync(
                            A_SECOND,
                            task -> {
                                throw rejection;
                            });

            ticker.advance(A_SECOND);

            failure(AcquireTimeoutException.class, stage);
            lease.release();
        }

        @Test
        void thatFailsAfterItRanTheTaskTakesNothingBack() throws Exception {
            ResourcePool<Resource> pool = openWithOne();

            CompletableFuture<Holder<Resource>> stage =
                    pool.acquireAsync(
                            A_SECOND,
                            task -> {
                                task.run();
                                throw new OutOfMemoryError("no thread to follow");
                            });

            Lease lease = lease(stage);
            assertThat(pool.snapshot().accessible()).isOne();
            assertThat(lease.release()).isTrue();
        }

        @Test
        void thatRunsTasksItselfBlocksNoReleasingThread() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            Lease lease = fixture.acquire();
            CountDownLatch goOn = new CountDownLatch(1);
            CompletableFuture<Holder<Resource>> stage = pool.acquireAsync(A_SECOND, Runnable::run);
            CompletableFuture<String> ranOn =
                    stage.thenApply(
                            served -> {
                                awaitUninterruptibly(goOn);
                                return Thread.currentThread().getName();
                            });

            lease.release();

            goOn.countDown();
            assertThat(ranOn.get(30, TimeUnit.SECONDS)).startsWith("sluice-orders-creator-");
            lease(stage).release();
        }

        /** As one that runs tasks on the calling thread, deep in its stack. */
        @Test
        void thatHasNoStackLeftRefuses() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            Lease lease = fixture.acquire();
            CompletableFuture<Holder<Resource>> stage =
                    pool.acquireAsync(A_MINUTE, AnExecutor::runDeep);

            lease.release();

            failure(StackOverflowError.class, stage);
            assertThat(pool.snapshot().available()).isOne();
        }

        private static void runDeep(Runnable task) {
            runDeep(task, new boolean[1]);
        }

        @SuppressWarnings("InfiniteRecursion") // down to the end of the stack
        private static void runDeep(Runnable task, boolean[] tried) {
            try {
                runDeep(task, tried);
            } catch (StackOverflowError e) {
                if (tried[0]) {
                    throw e;
                }
                tried[0] = true;
                task.run();
            }
        }

        @Test
        void mayRunADependentThatFails() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            Lease lease = fixture.acquire();
            CompletableFuture<Holder<Resource>> stage = pool.acquireAsync(A_SECOND);
            CompletableFuture<Void> dependent =
                    stage.thenAccept(
                            served -> {
                                throw new StackOverflowError("on purpose");
                            });

            lease.release();

            Lease served = lease(stage);
            assertThatThrownBy(() -> dependent.get(30, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(StackOverflowError.class);
            assertThat(served.release()).isTrue();
            assertThat(pool.snapshot().available()).isOne();
        }
    }

    /** The pool takes back what it can. */
    @Test
    void aRequestThatFindsNoMemoryWhenItIsServedFails() throws Exception {
        ResourcePool<Resource> pool = openWithOne();
        Lease lease = fixture.acquire();
        CompletableFuture<Holder<Resource>> stage = pool.acquireAsync(A_MINUTE, Runnable::run);
        OutOfMemoryError full = new OutOfMemoryError("on purpose");
        ticker.onRead =
                () -> {
                    if (Thread.currentThread().getName().startsWith(CREATOR)) {
                        ticker.onRead = () -> {};
                        throw full;
                    }
                };

        lease.release();

        assertThat(failure(OutOfMemoryError.class, stage)).isSameAs(full);
        assertThat(pool.snapshot().available()).isOne();
    }

    @Nested
    class AWrapper {

        private class Labels implements LeaseWrapper<Resource, String> {

            @Override
            public boolean isQuick(Resource resource) {
                return false;
            }

            @Override
            public String wrap(Holder<Resource> holder) {
                return "resource " + holder.resource().number();
            }

            @Override
            public void unwrap(String lease) {
                fixture.journal.add("unwrap " + lease);
            }

            @Override
            public Throwable failure(Throwable failure) {
                return new IllegalArgumentException("translated", failure);
            }
        }

        @Test
        void makesWhatTheCallerGetsOnAThreadOfThePool() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            fixture.warmUp(1);
            fixture.acquire().release();
            AtomicReference<Holder<Resource>> wrapped = new AtomicReference<>();
            CompletableFuture<String> stage =
                    pool.acquireAsync(
                            A_SECOND,
                            Runnable::run,
                            new Labels() {
                                @Override
                                public String wrap(Holder<Resource> holder) {
                                    wrapped.set(holder);
                                    return Thread.currentThread().getName();
                                }
                            });

            assertThat(stage.get(30, TimeUnit.SECONDS)).startsWith("sluice-orders-creator-");
            wrapped.get().release(wrapped.get().stamp());
        }

        /** What it has done to the resource is not known. */
        @Test
        void thatFailsAtTheResourceHasItDiscarded() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            IllegalStateException failure = new IllegalStateException("on purpose");
            CompletableFuture<String> stage =
                    pool.acquireAsync(A_SECOND, Runnable::run, new Failing(failure));

            assertThatThrownBy(() -> stage.get(30, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(IllegalArgumentException.class)
                    .hasRootCause(failure);
            ticker.advance(A_SECOND);
            fixture.journal.await("onDiscard 1 BROKEN");
        }

        @Test
        void thatFailsBeforeItCallsTheResourceLeavesThatInThePool() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            OutOfMemoryError failure = new OutOfMemoryError("on purpose");
            Failing quick =
                    new Failing(failure) {
                        @Override
                        public boolean isQuick(Resource resource) {
                            return true;
                        }
                    };
            CompletableFuture<String> stage = pool.acquireAsync(A_SECOND, Runnable::run, quick);
            assertThatThrownBy(() -> stage.get(30, TimeUnit.SECONDS)).hasRootCause(failure);
            ticker.advance(A_SECOND);
            fixture.awaitAvailable(1);

            fixture.acquire().release(); // the next one is there at once
            assertThatThrownBy(() -> pool.acquireAsync(A_SECOND, Runnable::run, quick))
                    .isSameAs(failure);

            ticker.advance(A_SECOND);
            fixture.awaitAvailable(1);
            assertThat(fixture.journal.count("onDiscard")).isZero();
        }

        @Test
        void thatCannotTellAFailureEndsTheRequestNonetheless() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            OutOfMemoryError failure = new OutOfMemoryError("on purpose");
            Labels silent =
                    new Labels() {
                        @Override
                        public Throwable failure(Throwable original) {
                            throw failure;
                        }
                    };
            Lease lease = fixture.acquire();
            CompletableFuture<String> late = pool.acquireAsync(A_SECOND, Runnable::run, silent);
            ticker.advance(A_SECOND);
            assertThatThrownBy(() -> late.get(30, TimeUnit.SECONDS)).hasCause(failure);
            CompletableFuture<String> refused =
                    pool.acquireAsync(
                            A_SECOND,
                            task -> {
                                throw new RejectedExecutionException("shut down");
                            },
                            new Labels() {
                                @Override
                                public void unwrap(String unwrapped) {
                                    lease.holder().release(lease.holder().stamp());
                                }

                                @Override
                                public Throwable failure(Throwable original) {
                                    throw failure;
                                }
                            });

            lease.release();

            assertThatThrownBy(() -> refused.get(30, TimeUnit.SECONDS)).hasCause(failure);
            assertThat(pool.snapshot().available()).isOne();
        }

        @Test
        void thatCannotUnwrapLeavesTheLeaseToTheNextTick() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            CompletableFuture<String> stage =
                    pool.acquireAsync(
                            A_SECOND,
                            held,
                            new Labels() {
                                @Override
                                public void unwrap(String lease) {
                                    throw new OutOfMemoryError("on purpose");
                                }
                            });
            held.awaitTask();

            stage.cancel(true);

            ticker.advance(A_SECOND);
            fixture.journal.await("onDiscard 1 BROKEN");
        }

        @Test
        void thatCannotUnwrapWhatTheExecutorRefusesEndsTheRequestNonetheless() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            OutOfMemoryError failure = new OutOfMemoryError("on purpose");
            RejectedExecutionException rejection = new RejectedExecutionException("shut down");
            CompletableFuture<String> stage =
                    pool.acquireAsync(
                            A_SECOND,
                            task -> {
                                throw rejection;
                            },
                            new Labels() {
                                @Override
                                public void unwrap(String lease) {
                                    throw failure;
                                }
                            });

            assertThatThrownBy(() -> stage.get(30, TimeUnit.SECONDS)).hasRootCause(rejection);
            assertThat(rejection).hasSuppressedException(failure);
            ticker.advance(A_SECOND);
            fixture.journal.await("onDiscard 1 BROKEN");
        }

        private class Failing extends Labels {

            private final Throwable failure;

            Failing(Throwable failure) {
                this.failure = failure;
            }

            @Override
            public String wrap(Holder<Resource> holder) {
                throw AsyncExtensionTest.<RuntimeException>unchecked(failure);
            }
        }

        @Test
        void thatFindsAResourceUnusableGetsAnother() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            AtomicReference<Holder<Resource>> second = new AtomicReference<>();
            CompletableFuture<String> stage =
                    pool.acquireAsync(
                            A_SECOND,
                            Runnable::run,
                            new Labels() {
                                @Override
                                public String wrap(Holder<Resource> holder) {
                                    if (holder.resource().number() > 1) {
                                        second.set(holder);
                                        return super.wrap(holder);
                                    }
                                    holder.reserve(holder.stamp());
                                    holder.discard(DiscardReason.BROKEN, null);
                                    return null;
                                }
                            });

            assertThat(stage.get(30, TimeUnit.SECONDS)).isEqualTo("resource 2");
            second.get().release(second.get().stamp());
        }

        @Test
        void thatFindsWhatIsThereUnusableWaitsForAnother() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            fixture.warmUp(1);
            fixture.acquire().release();
            AtomicReference<Holder<Resource>> second = new AtomicReference<>();
            CompletableFuture<String> stage =
                    pool.acquireAsync(
                            A_SECOND,
                            Runnable::run,
                            new Labels() {
                                @Override
                                public boolean isQuick(Resource resource) {
                                    return true;
                                }

                                @Override
                                public String wrap(Holder<Resource> holder) {
                                    second.set(holder);
                                    if (holder.resource().number() > 1) {
                                        return super.wrap(holder);
                                    }
                                    holder.reserve(holder.stamp());
                                    holder.discard(DiscardReason.BROKEN, null);
                                    return null;
                                }
                            });

            assertThat(stage.get(30, TimeUnit.SECONDS)).isEqualTo("resource 2");
            second.get().release(second.get().stamp());
        }

        @Test
        void unwrapsWhatTheCallerDoesNotTake() throws Exception {
            ResourcePool<Resource> pool = openWithOne();
            CompletableFuture<String> stage =
                    pool.acquireAsync(
                            A_SECOND,
                            held,
                            new Labels() {
                                @Override
                                public String wrap(Holder<Resource> holder) {
                                    holder.release(holder.stamp());
                                    return super.wrap(holder);
                                }
                            });
            held.awaitTask();

            stage.complete("mine");

            assertThat(fixture.journal.count("unwrap resource 1")).isOne();
            held.runNext();
            assertThat(fixture.journal.count("unwrap resource 1")).isOne();
        }
    }

    @SuppressWarnings("unchecked") // erased
    private static <E extends Throwable> E unchecked(Throwable any) throws E {
        throw (E) any;
    }
}
