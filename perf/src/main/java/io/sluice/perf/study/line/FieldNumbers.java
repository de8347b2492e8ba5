package io.sluice.perf.study.line;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers the fields that code names, for {@link Probe}. Thread-safe. */
final class FieldNumbers {

    private final List<Named> named = new ArrayList<>();
    private final Map<Named, Integer> numbers = new HashMap<>();

    /**
     * A field as code names it.
     *
     * @param type the binary name of the class where the search begins; the superclasses follow
     * @param name its name
     * @param isStatic whether it is static
     */
    record Named(String type, String name, boolean isStatic) {}

    /** Returns the number of a field, the same each time. */
    synchronized int of(Named field) {
        Integer known = numbers.get(field);
        if (known == null) {
            known = named.size();
            named.add(field);
            numbers.put(field, known);
        }
        return known;
    }

    /** Returns the field of a number. */
    synchronized Named named(int number) {
        return named.get(number);
    }
}
