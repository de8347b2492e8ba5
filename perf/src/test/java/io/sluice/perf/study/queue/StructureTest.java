package io.sluice.perf.study.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StructureTest {

    private static final int RESOURCES = 4;
    private static final int TAKES = 2_000;

    @ParameterizedTest
    @EnumSource(Structure.class)
    void filledStructureHoldsAsManyResourcesAsItShould(Structure structure) throws Exception {
        try (IdleStore store = structure.filled(RESOURCES)) {
            Set<Object> taken = Collections.newSetFromMap(new IdentityHashMap<>());
            for (int round = 0; round < 3; round++) {
                taken.addAll(takeAndGiveAll(store));
            }

            assertThat(taken).hasSize(RESOURCES);
        }
    }

    @ParameterizedTest
    @EnumSource(Structure.class)
    void noResourceIsTakenByTwoThreadsAtOnce(Structure structure) throws Exception {
        Set<Object> held = Collections.synchronizedSet(new HashSet<>());
        ExecutorService executor = Executors.newFixedThreadPool(RESOURCES);
        try (IdleStore store = structure.filled(RESOURCES)) {
            List<Future<?>> clients = new ArrayList<>();
            for (int i = 0; i < RESOURCES; i++) {
                clients.add(
                        executor.submit(
                                () -> {
                                    for (int take = 0; take < TAKES; take++) {
                                        Object taken = store.take();
                                        assertThat(held.add(taken)).isTrue();
                                        assertThat(held.remove(taken)).isTrue();
                                        store.give(taken);
                                    }
                                    return null;
                                }));
            }
            for (Future<?> client : clients) {
                client.get();
            }
            assertThat(takeAndGiveAll(store)).doesNotHaveDuplicates();
        } finally {
            executor.shutdown();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Structure.class,
            names = {"SYNC_STACK", "LINKED_DEQUE", "BLOCKING_DEQUE"})
    void stacksGiveTheLastFirst(Structure structure) throws Exception {
        try (IdleStore store = structure.filled(RESOURCES)) {
            Object first = store.take();
            store.give(first);

            assertThat(store.take()).isSameAs(first);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Structure.class,
            names = {"SYNC_STACK", "LINKED_DEQUE", "BLOCKING_DEQUE", "SLUICE", "SLUICE_ASYNC"},
            mode = EnumSource.Mode.EXCLUDE)
    void queuesGiveTheFirstFirst(Structure structure) throws Exception {
        try (IdleStore store = structure.filled(RESOURCES)) {
            Object first = store.take();
            store.give(first);
            for (int i = 1; i < RESOURCES; i++) {
                assertThat(store.take()).isNotSameAs(first);
            }

            assertThat(store.take()).isSameAs(first);
        }
    }

    @Test
    void ownPoolGivesEachThreadWhatItGaveBack() throws Exception {
        try (IdleStore store = Structure.SLUICE.filled(RESOURCES)) {
            Object first = store.take();
            for (int i = 0; i < TAKES; i++) {
                store.give(first);

                assertThat(store.take()).isSameAs(first);
            }
        }
    }

    private static List<Object> takeAndGiveAll(IdleStore store) throws InterruptedException {
        List<Object> all = new ArrayList<>();
        for (int i = 0; i < RESOURCES; i++) {
            all.add(store.take());
        }
        all.forEach(store::give);
        return all;
    }
}
