package io.sluice.pool.internal;

import com.google.common.collect.testing.QueueTestSuiteBuilder;
import com.google.common.collect.testing.SampleElements;
import com.google.common.collect.testing.TestQueueGenerator;
import com.google.common.collect.testing.features.CollectionFeature;
import com.google.common.collect.testing.features.CollectionSize;
import com.google.common.collect.testing.testers.CollectionAddAllTester;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.holder.StateWord;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import junit.framework.Test;
import junit.framework.TestCase;

/** Guava's test library asks the queue of available holders for what a {@link Queue} is. */
public final class AvailableQueueGuavaTest extends TestCase {

    private AvailableQueueGuavaTest() {}

    public static Test suite() throws NoSuchMethodException {
        return QueueTestSuiteBuilder.using(new Generator())
                .named("AvailableQueue")
                .withFeatures(
                        CollectionSize.ANY,
                        CollectionFeature.SUPPORTS_ADD,
                        CollectionFeature.SUPPORTS_REMOVE,
                        CollectionFeature.SUPPORTS_ITERATOR_REMOVE,
                        CollectionFeature.ALLOWS_NULL_QUERIES)
                // Adds an element that it has already. Like a set, the queue has each once and
                // refuses.
                .suppressing(
                        CollectionAddAllTester.class.getMethod("testAddAll_supportedSomePresent"))
                .createTestSuite();
    }

    /**
     * Every queue has the same five members; those asked for are available in it, the others
     * reserved.
     */
    private static final class Generator implements TestQueueGenerator<ResourceHolder<Integer>> {

        private final Seats seats = new Seats(5);

        @Override
        public SampleElements<ResourceHolder<Integer>> samples() {
            List<ResourceHolder<Integer>> all = seats.holders;
            return new SampleElements<>(all.get(0), all.get(1), all.get(2), all.get(3), all.get(4));
        }

        @Override
        public Queue<ResourceHolder<Integer>> create(Object... elements) {
            Seats fresh = new Seats(5);
            for (ResourceHolder<Integer> holder : List.copyOf(fresh.holders)) {
                fresh.slots.unseat(holder);
            }
            Set<Object> asked = Set.of(elements); // refuses nulls, as a queue made of them would
            for (ResourceHolder<Integer> member : seats.holders) {
                member.word = StateWord.RESERVED;
                fresh.slots.seat(member);
                if (asked.contains(member)) {
                    fresh.queue.offer(member);
                }
            }
            return fresh.queue;
        }

        @Override
        @SuppressWarnings({"unchecked", "rawtypes"}) // a generic array
        public ResourceHolder<Integer>[] createArray(int length) {
            return new ResourceHolder[length];
        }

        @Override
        public Iterable<ResourceHolder<Integer>> order(
                List<ResourceHolder<Integer>> insertionOrder) {
            return insertionOrder;
        }
    }
}
