package io.sluice.pool.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.sluice.pool.fixture.Workers;
import io.sluice.pool.fixture.Workers.Worker;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What every {@link BlockingQueue} of room enough promises, whatever its order: written against the
 * interface alone, and run against a queue of the JDK as well, which shows that it asks for nothing
 * else.
 *
 * <p>Left out is what the interface leaves open: whether an interrupt counts when there is no need
 * to wait, and in what order elements come.
 *
 * @param <E> the elements
 */
public abstract class BlockingQueueContract<E> {

    /** How many elements a queue under test has room for. */
    protected static final int ROOM = 8;

    private static final long LONG_SECONDS = 60;

    @RegisterExtension final Workers workers = new Workers();

    private BlockingQueue<E> queue;

    /** Returns an empty queue with room for {@link #ROOM} elements. */
    protected abstract BlockingQueue<E> newQueue();

    /**
     * Returns an element that is not in the last queue returned, and different from those returned
     * before; at most ROOM times.
     */
    protected abstract E newElement();

    /** Makes an element that was taken fit to be offered again. */
    protected abstract void prepare(E taken);

    @BeforeEach
    final void createQueue() {
        queue = newQueue();
    }

    private List<E> fill(int count) {
        List<E> elements = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            E element = newElement();
            elements.add(element);
            assertThat(queue.offer(element)).isTrue();
        }
        return elements;
    }

    // without waiting

    @Test
    void anEmptyQueueHasNothing() {
        assertThat(queue.poll()).isNull();
        assertThat(queue.peek()).isNull();
        assertThat(queue).isEmpty();
        assertThat(queue.size()).isZero();
        assertThat(queue.iterator().hasNext()).isFalse();
        assertThat(queue.toArray()).isEmpty();
        assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(queue::element);
        assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(queue::remove);
    }

    @Test
    void whatWasOfferedIsThere() {
        E element = newElement();

        assertThat(queue.offer(element)).isTrue();

        assertThat(queue.size()).isEqualTo(1);
        assertThat(queue.isEmpty()).isFalse();
        assertThat(queue.contains(element)).isTrue();
        assertThat(queue.peek()).isSameAs(element);
        assertThat(queue.element()).isSameAs(element);
        assertThat(queue.toArray()).containsExactly(element);
    }

    @Test
    void whatWasTakenIsNotThere() {
        E element = fill(1).get(0);

        assertThat(queue.poll()).isSameAs(element);

        assertThat(queue.contains(element)).isFalse();
        assertThat(queue).isEmpty();
        assertThat(queue.poll()).isNull();
    }

    @Test
    void whatWasTakenCanBeOfferedAgain() {
        E element = fill(1).get(0);
        for (int i = 0; i < 100; i++) {
            assertThat(queue.poll()).isSameAs(element);
            prepare(element);
            assertThat(queue.offer(element)).isTrue();
        }
    }

    @Test
    void everyElementIsTakenOnce() {
        List<E> elements = fill(ROOM);
        Set<E> taken = new HashSet<>();
        for (E element = queue.poll(); element != null; element = queue.poll()) {
            assertThat(taken.add(element)).isTrue();
        }
        assertThat(taken).containsExactlyInAnyOrderElementsOf(elements);
    }

    @Test
    void lookingTakesNothing() {
        fill(3);

        queue.peek();
        queue.element();

        assertThat(queue.size()).isEqualTo(3);
    }

    @Test
    void addOfferAndPutAllAdd() throws InterruptedException {
        assertThat(queue.add(newElement())).isTrue();
        assertThat(queue.offer(newElement())).isTrue();
        assertThat(queue.offer(newElement(), 1, TimeUnit.SECONDS)).isTrue();
        queue.put(newElement());
        assertThat(queue.addAll(List.of(newElement(), newElement()))).isTrue();

        assertThat(queue.size()).isEqualTo(6);
    }

    @Test
    void removeTakesTheElementGivenAndNoOther() {
        List<E> elements = fill(4);

        assertThat(queue.remove(elements.get(2))).isTrue();
        assertThat(queue.remove(elements.get(2))).isFalse();

        assertThat(queue.toArray())
                .containsExactlyInAnyOrder(elements.get(0), elements.get(1), elements.get(3));
    }

    @Test
    void whatIsNotThereIsNeitherContainedNorRemoved() {
        fill(1);
        assertThat(queue.remove(newElement())).isFalse();
        assertThat(queue.contains(newElement())).isFalse();
        assertThat(queue.remove("something else")).isFalse();
        assertThat(queue.contains("something else")).isFalse();
        assertThat(queue.remove((Object) null)).isFalse();
        assertThat(queue.contains(null)).isFalse();
        assertThat(queue.size()).isEqualTo(1);
    }

    @Test
    void clearEmptiesTheQueue() {
        fill(3);

        queue.clear();

        assertThat(queue).isEmpty();
        assertThat(queue.poll()).isNull();
    }

    @Test
    void remainingCapacityIsWhatCanBeOfferedWithoutWaiting() {
        assertThat(queue.remainingCapacity()).isEqualTo(ROOM);
        fill(3);
        assertThat(queue.remainingCapacity()).isEqualTo(ROOM - 3);
        queue.poll();
        assertThat(queue.remainingCapacity()).isEqualTo(ROOM - 2);
    }

    @Test
    void nullsAreRefused() {
        assertThatNullPointerException().isThrownBy(() -> queue.offer(null));
        assertThatNullPointerException().isThrownBy(() -> queue.add(null));
        assertThatNullPointerException().isThrownBy(() -> queue.put(null));
        assertThatNullPointerException().isThrownBy(() -> queue.offer(null, 1, TimeUnit.SECONDS));
        assertThatNullPointerException().isThrownBy(() -> queue.addAll(null));
        assertThatNullPointerException().isThrownBy(() -> queue.drainTo(null));
        assertThatNullPointerException().isThrownBy(() -> queue.drainTo(null, 1));
        assertThatNullPointerException().isThrownBy(() -> queue.poll(1, null));
        assertThat(queue).isEmpty();
    }

    // draining

    @Test
    void drainingMovesEverything() {
        List<E> elements = fill(5);
        Collection<E> target = new ArrayList<>();

        assertThat(queue.drainTo(target)).isEqualTo(5);

        assertThat(target).containsExactlyInAnyOrderElementsOf(elements);
        assertThat(queue).isEmpty();
        assertThat(queue.drainTo(target)).isZero();
    }

    @Test
    void drainingMovesNoMoreThanAskedFor() {
        fill(5);
        Collection<E> target = new ArrayList<>();

        assertThat(queue.drainTo(target, 0)).isZero();
        assertThat(queue.drainTo(target, -1)).isZero();
        assertThat(queue.drainTo(target, 2)).isEqualTo(2);

        assertThat(target).hasSize(2);
        assertThat(queue.size()).isEqualTo(3);
        assertThat(queue.toArray()).doesNotContainAnyElementsOf(target);
    }

    @Test
    void aQueueCannotBeDrainedOrAddedToItself() {
        fill(2);
        Collection<E> itself = queue;
        assertThatIllegalArgumentException().isThrownBy(() -> queue.drainTo(itself));
        assertThatIllegalArgumentException().isThrownBy(() -> queue.drainTo(itself, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> queue.addAll(itself));
        assertThat(queue.size()).isEqualTo(2);
    }

    // iterating

    @Test
    void anIteratorSeesEveryElementOnce() {
        List<E> elements = fill(4);
        List<E> seen = new ArrayList<>();

        queue.iterator().forEachRemaining(seen::add);

        assertThat(seen).containsExactlyInAnyOrderElementsOf(elements);
    }

    @Test
    void anIteratorSurvivesWhatHappensMeanwhile() {
        List<E> elements = fill(4);
        Iterator<E> iterator = queue.iterator();
        E first = iterator.next();

        queue.clear();
        prepare(elements.get(3));
        queue.offer(elements.get(3));
        Set<E> seen = new HashSet<>();
        seen.add(first);
        while (iterator.hasNext()) {
            assertThat(seen.add(iterator.next())).as("an element seen twice").isTrue();
        }

        assertThat(elements).containsAll(seen);
    }

    @Test
    void anIteratorRemovesWhatItReturnedLast() {
        List<E> elements = fill(3);
        Iterator<E> iterator = queue.iterator();
        iterator.next();
        E second = iterator.next();

        iterator.remove();

        assertThat(queue.contains(second)).isFalse();
        assertThat(queue.size()).isEqualTo(elements.size() - 1);
        assertThatIllegalStateException().isThrownBy(iterator::remove);
    }

    @Test
    void anIteratorThatHasReturnedNothingRemovesNothing() {
        fill(1);
        assertThatIllegalStateException().isThrownBy(() -> queue.iterator().remove());
    }

    @Test
    void anIteratorAtItsEndHasNothingToReturn() {
        fill(1);
        Iterator<E> iterator = queue.iterator();
        iterator.next();
        assertThat(iterator.hasNext()).isFalse();
        assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(iterator::next);
    }

    @Test
    void bulkOperationsFollowTheirPredicates() {
        List<E> elements = fill(4);
        List<E> two = elements.subList(0, 2);

        assertThat(queue.containsAll(two)).isTrue();
        assertThat(queue.removeIf(element -> element == elements.get(3))).isTrue();
        assertThat(queue.retainAll(two)).isTrue();
        assertThat(queue.toArray()).containsExactlyInAnyOrderElementsOf(List.<Object>copyOf(two));
        assertThat(queue.removeAll(two)).isTrue();
        assertThat(queue).isEmpty();
    }

    // waiting

    @Test
    void aTimedPollGivesUpAfterItsTimeAndNotBefore() throws InterruptedException {
        long start = System.nanoTime();

        assertThat(queue.poll(20, TimeUnit.MILLISECONDS)).isNull();

        assertThat(System.nanoTime() - start)
                .isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(20));
    }

    @Test
    void aTimedPollWithoutTimeDoesNotWait() throws InterruptedException {
        assertThat(queue.poll(0, TimeUnit.SECONDS)).isNull();
        assertThat(queue.poll(-1, TimeUnit.DAYS)).isNull();
    }

    @Test
    void aTimedPollTakesWhatIsThereWithoutWaiting() throws InterruptedException {
        List<E> elements = fill(3);

        assertThat(queue.poll(0, TimeUnit.SECONDS)).isIn(elements);
        assertThat(queue.poll(-1, TimeUnit.DAYS)).isIn(elements);
        assertThat(queue.poll(LONG_SECONDS, TimeUnit.SECONDS)).isIn(elements);
    }

    @Test
    void aTimedPollMayWaitForEver() throws Exception {
        E element = newElement();
        Worker<E> poller = workers.start("poller", () -> queue.poll(Long.MAX_VALUE, TimeUnit.DAYS));
        poller.awaitBlocked();

        queue.offer(element);

        assertThat(poller.result()).isSameAs(element);
    }

    @Test
    void waitersGetWhatIsOffered() throws Exception {
        E first = newElement();
        E second = newElement();
        Worker<E> poller =
                workers.start("poller", () -> queue.poll(LONG_SECONDS, TimeUnit.SECONDS));
        Worker<E> taker = workers.start("taker", () -> queue.take());
        poller.awaitBlocked();
        taker.awaitBlocked();

        queue.offer(first);
        queue.put(second);

        assertThat(List.of(poller.result(), taker.result()))
                .containsExactlyInAnyOrder(first, second);
        assertThat(queue).isEmpty();
    }

    @Test
    void takeReturnsAtOnceWhatIsThere() throws InterruptedException {
        E element = fill(1).get(0);
        assertThat(queue.take()).isSameAs(element);
    }

    @Test
    void everyWayOfAddingWakesAWaiter() throws Exception {
        List<Worker<E>> takers = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            takers.add(workers.start("taker " + i, () -> queue.take()));
        }
        for (Worker<E> taker : takers) {
            taker.awaitBlocked();
        }
        List<E> elements = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            elements.add(newElement());
        }

        queue.add(elements.get(0));
        queue.offer(elements.get(1));
        queue.offer(elements.get(2), 1, TimeUnit.SECONDS);
        queue.put(elements.get(3));
        queue.addAll(elements.subList(4, 5));

        List<E> taken = new ArrayList<>();
        for (Worker<E> taker : takers) {
            taken.add(taker.result());
        }
        assertThat(taken).containsExactlyInAnyOrderElementsOf(elements);
    }

    @Test
    void anInterruptEndsTheWaitAndIsUsedUp() throws Exception {
        for (BlockingCall<E> call :
                List.<BlockingCall<E>>of(
                        q -> q.poll(LONG_SECONDS, TimeUnit.SECONDS), BlockingQueue::take)) {
            Worker<Boolean> waiter =
                    workers.start(
                            "waiter",
                            () -> {
                                assertThatExceptionOfType(InterruptedException.class)
                                        .isThrownBy(() -> call.on(queue));
                                return Thread.currentThread().isInterrupted();
                            });
            waiter.awaitBlocked();
            waiter.interrupt();
            assertThat(waiter.result()).as("the flag after the exception").isFalse();
        }
        fill(1);
        assertThat(queue.size()).as("no waiter is left to take it").isEqualTo(1);
    }

    @Test
    void anInterruptThatCameBeforeEndsTheWaitAsWell() throws Exception {
        Worker<Boolean> waiter =
                workers.start(
                        "waiter",
                        () -> {
                            Thread.currentThread().interrupt();
                            assertThatExceptionOfType(InterruptedException.class)
                                    .isThrownBy(() -> queue.take());
                            return Thread.currentThread().isInterrupted();
                        });
        assertThat(waiter.result()).isFalse();
    }

    @Test
    void aWaiterThatGaveUpTakesNothingLater() throws Exception {
        assertThat(queue.poll(1, TimeUnit.MILLISECONDS)).isNull();
        E element = fill(1).get(0);
        assertThat(queue.poll()).isSameAs(element);
    }

    /** A call that may wait. */
    private interface BlockingCall<E> {
        E on(BlockingQueue<E> queue) throws InterruptedException;
    }

    // many threads

    @Test
    void noElementIsEverHadByTwoThreads() throws Exception {
        List<E> elements = fill(3);
        Set<E> out = java.util.concurrent.ConcurrentHashMap.newKeySet();
        Queue<String> violations = new ConcurrentLinkedQueue<>();
        CountDownLatch start = new CountDownLatch(1);
        List<Worker<Integer>> users = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            int kind = i % 3;
            users.add(
                    workers.start(
                            "user " + i,
                            () -> {
                                start.await();
                                int taken = 0;
                                for (int round = 0; round < 5_000; round++) {
                                    E element =
                                            switch (kind) {
                                                case 0 -> queue.take();
                                                case 1 ->
                                                        queue.poll(LONG_SECONDS, TimeUnit.SECONDS);
                                                default -> takeBySearching(elements);
                                            };
                                    if (!out.add(element)) {
                                        violations.add(element + " is had by two");
                                    }
                                    taken++;
                                    out.remove(element);
                                    prepare(element);
                                    queue.put(element);
                                }
                                return taken;
                            }));
        }
        start.countDown();

        for (Worker<Integer> user : users) {
            assertThat(user.result()).isEqualTo(5_000);
        }
        assertThat(violations).isEmpty();
        assertThat(queue.toArray())
                .containsExactlyInAnyOrderElementsOf(List.<Object>copyOf(elements));
    }

    private E takeBySearching(List<E> elements) {
        for (; ; ) {
            for (E element : elements) {
                if (queue.remove(element)) {
                    return element;
                }
            }
            Thread.yield();
        }
    }

    @Test
    void whatWasWrittenBeforeOfferingIsSeenAfterTaking() throws Exception {
        List<E> elements = fill(1);
        int[] plain = new int[1]; // guarded by having the element
        List<Worker<Void>> users = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            users.add(
                    workers.start(
                            "user " + i,
                            () -> {
                                for (int round = 0; round < 5_000; round++) {
                                    E element = queue.take();
                                    plain[0]++;
                                    prepare(element);
                                    queue.offer(element);
                                }
                                return null;
                            }));
        }
        for (Worker<Void> user : users) {
            user.result();
        }

        assertThat(queue.take()).isSameAs(elements.get(0));
        assertThat(plain[0]).isEqualTo(4 * 5_000);
    }
}
