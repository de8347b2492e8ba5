package io.sluice.pool.internal.queue;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The waiters: those of a first wait in order of arrival, and those that wait again. Takes no lock.
 */
public final class Arrivals {

    /**
     * Waiters that wait for the first time, in order of arrival. Shared: concurrent queue;
     * iterators pass over what has ended. Partner: {@code Waiter}. The thread that ends the item of
     * another removes it; one that ended its own does so on leaving.
     */
    public final ConcurrentLinkedQueue<Waiter> first = new ConcurrentLinkedQueue<>();

    /**
     * Waiters that wait again because the holder they were served was unfit. Each counts from its
     * first arrival. Nearly always empty. Shared: concurrent queue, read after {@code first}.
     * Partner: {@code first}. A waiter stays in one of the two, so a reader of both misses none
     * that joined before.
     */
    public final ConcurrentLinkedQueue<Waiter> again = new ConcurrentLinkedQueue<>();

    /** The line of those that wait again, or of the others. */
    Queue<Waiter> line(boolean isAgain) {
        return isAgain ? again : first;
    }

    void add(Waiter waiter) {
        waiter.line.add(waiter);
    }

    void remove(Waiter waiter) {
        waiter.line.remove(waiter);
    }

    /**
     * Returns the live waiter that arrived first. {@code again} is in no order, so all of it is
     * searched.
     */
    @Nullable Waiter oldestLive() {
        Waiter oldestNew = firstLive();
        if (again.isEmpty()) {
            return oldestNew;
        }
        Waiter oldest = null;
        for (Waiter waiter : again) {
            if (waiter.isLive() && (oldest == null || waiter.arrivedAt - oldest.arrivedAt < 0)) {
                oldest = waiter;
            }
        }
        boolean isNewOlder =
                oldest == null || (oldestNew != null && oldestNew.arrivedAt - oldest.arrivedAt < 0);
        return isNewOlder ? oldestNew : oldest;
    }

    private @Nullable Waiter firstLive() {
        Waiter head = first.peek();
        if (head == null || head.isLive()) {
            return head;
        }
        for (Waiter waiter : first) { // an ended one may not be removed yet
            if (waiter.isLive()) {
                return waiter;
            }
        }
        return null;
    }

    /**
     * Wakes or serves this many waiters, in order of arrival, apart from {@code named} and those
     * that were told already.
     */
    void tell(int many, @Nullable Waiter named) {
        tell(first, tell(again, many, named), named);
    }

    /** Returns how many are still to be told. */
    private static int tell(Queue<Waiter> line, int many, @Nullable Waiter named) {
        int left = many;
        Iterator<Waiter> waiters = line.iterator();
        while (left > 0 && waiters.hasNext()) {
            Waiter waiter = waiters.next();
            if (waiter != named && waiter.isLive() && waiter.tell()) {
                left--;
            }
        }
        return left;
    }

    /** Those that wait and have nothing yet; those that wait again first. */
    List<Waiter> unserved() {
        List<Waiter> unserved = new ArrayList<>();
        addUnserved(again, unserved);
        addUnserved(first, unserved);
        return unserved;
    }

    /** No lambda: see {@code TimeoutReporter}. */
    private static void addUnserved(Queue<Waiter> line, List<Waiter> unserved) {
        for (Waiter waiter : line) {
            if (waiter.isLive() || waiter.get() == Waiter.TIMED_OUT) {
                unserved.add(waiter);
            }
        }
    }
}
