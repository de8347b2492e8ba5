package io.sluice.perf.study.queue;

import io.sluice.perf.report.BarChart;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.IntFunction;
import org.jctools.queues.MpmcArrayQueue;
import org.jctools.queues.MpmcUnboundedXaddArrayQueue;

/** The structures that could hold idle resources. */
enum Structure {
    /** The pool this project is about. */
    SLUICE(IdleStore.Pooled::open),

    /** An array under a monitor, last in, first out. */
    SYNC_STACK(resources -> new IdleStore.Synchronized(true, new ArrayDeque<>(resources))),

    /** An array under a monitor, first in, first out. */
    SYNC_QUEUE(resources -> new IdleStore.Synchronized(false, new ArrayDeque<>(resources))),

    /** {@code ConcurrentLinkedDeque}, last in, first out. */
    LINKED_DEQUE(
            resources ->
                    new IdleStore.Queued(Collections.asLifoQueue(new ConcurrentLinkedDeque<>()))),

    /** {@code ConcurrentLinkedQueue}. */
    LINKED_QUEUE(resources -> new IdleStore.Queued(new ConcurrentLinkedQueue<>())),

    /** {@code LinkedBlockingDeque}, last in, first out. */
    BLOCKING_DEQUE(
            resources ->
                    new IdleStore.Queued(Collections.asLifoQueue(new LinkedBlockingDeque<>()))),

    /** {@code LinkedBlockingQueue}. */
    BLOCKING_QUEUE(resources -> new IdleStore.Queued(new LinkedBlockingQueue<>())),

    /** {@code ArrayBlockingQueue}. */
    ARRAY_QUEUE(resources -> new IdleStore.Queued(new ArrayBlockingQueue<>(resources))),

    /** {@code MpmcArrayQueue} of JCTools. */
    MPMC_ARRAY(resources -> new IdleStore.Queued(new MpmcArrayQueue<>(resources))),

    /** {@code MpmcUnboundedXaddArrayQueue} of JCTools. */
    MPMC_XADD(resources -> new IdleStore.Queued(new MpmcUnboundedXaddArrayQueue<>(resources))),

    /** The pool this project is about, asked by requests. */
    SLUICE_ASYNC(resources -> new IdleStore.Requested(IdleStore.Pooled.opened(resources)));

    private final IntFunction<IdleStore> maker;

    Structure(IntFunction<IdleStore> maker) {
        this.maker = maker;
    }

    /**
     * Makes a store that holds some resources.
     *
     * @param resources how many, a power of two
     */
    IdleStore filled(int resources) throws InterruptedException {
        IdleStore store = maker.apply(resources);
        if (isOurs()) {
            // It makes resources itself; once one thread holds all of them, all exist.
            List<Object> all = new ArrayList<>();
            for (int i = 0; i < resources; i++) {
                all.add(store.take());
            }
            all.forEach(store::give);
        } else {
            for (int i = 0; i < resources; i++) {
                store.give(new Object());
            }
        }
        return store;
    }

    /** Returns how charts colour it. */
    BarChart.Tone tone() {
        return isOurs() ? BarChart.Tone.OURS : BarChart.Tone.PEER;
    }

    private boolean isOurs() {
        return this == SLUICE || this == SLUICE_ASYNC;
    }

    /** Returns the name as it is written on the command line and in results. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
