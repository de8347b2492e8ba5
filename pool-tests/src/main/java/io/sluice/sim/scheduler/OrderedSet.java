package io.sluice.sim.scheduler;

import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A concurrent set in the order of arrival. Its iterators show what was there at their start. */
final class OrderedSet<T> extends AbstractSet<T> {

    private final Set<T> elements = new LinkedHashSet<>();

    @Override
    public synchronized boolean add(T element) {
        return elements.add(element);
    }

    @Override
    public synchronized boolean remove(@Nullable Object element) {
        return elements.remove(element);
    }

    @Override
    public synchronized boolean contains(@Nullable Object element) {
        return elements.contains(element);
    }

    @Override
    public synchronized int size() {
        return elements.size();
    }

    @Override
    public synchronized Iterator<T> iterator() {
        List<T> now = new ArrayList<>(elements);
        Iterator<T> all = now.iterator();
        return new Iterator<>() {
            private @Nullable T last;

            @Override
            public boolean hasNext() {
                return all.hasNext();
            }

            @Override
            public T next() {
                T next = all.next();
                last = next;
                return next;
            }

            @Override
            public void remove() {
                OrderedSet.this.remove(last);
            }
        };
    }
}
