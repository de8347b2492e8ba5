package io.sluice.perf.fork;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The figures that a virtual machine printed.
 *
 * @param figures by name
 */
public record Printed(Map<String, Object> figures) {

    /** The name of a failure in place of figures. */
    static final String FAILURE = "failure";

    /** Returns a failure in place of figures. */
    public static Printed failed(String why) {
        return new Printed(Map.of(FAILURE, why));
    }

    static Printed parse(String json) throws IOException {
        return new Printed(JSON.std.mapFrom(json));
    }

    /** Begins figures without any so far. */
    public static Printed begin() {
        return new Printed(new LinkedHashMap<>());
    }

    /** Adds a figure. */
    public Printed with(String name, Object value) {
        figures.put(name, value);
        return this;
    }

    /** Returns one of the figures, which must be there. */
    public double get(String name) {
        return get(name, Number.class).doubleValue();
    }

    /** Returns something of a kind, which must be there. */
    public <T> T get(String name, Class<T> type) {
        if (type.isInstance(figures.get(name))) {
            return type.cast(figures.get(name));
        }
        throw new IllegalStateException("the fork printed no " + name + ": " + figures);
    }

    /** Returns a text, or null if there is none. */
    public @Nullable String text(String name) {
        Object text = figures.get(name);
        return text == null ? null : text.toString();
    }

    /** Returns a list of groups of figures, which must be there. */
    public List<Printed> groups(String name) {
        List<?> groups = get(name, List.class);
        return groups.stream().map(group -> group((Map<?, ?>) group)).toList();
    }

    /** Returns a group of figures, which must be there. */
    public Printed group(String name) {
        return group(get(name, Map.class));
    }

    private static Printed group(Map<?, ?> printed) {
        Printed group = begin();
        printed.forEach((name, value) -> group.with(name.toString(), value));
        return group;
    }

    /** Returns a list of records, which must be there. */
    public <T> List<T> list(String name, Class<T> type) {
        try {
            return JSON.std.listOfFrom(type, JSON.std.asString(figures.get(name)));
        } catch (IOException e) {
            throw new IllegalStateException("the fork printed no " + name + ": " + figures, e);
        }
    }

    /** Returns a list of lists; an empty one if there is none. */
    public List<List<?>> lists(String name) {
        return figures.get(name) instanceof List<?> lists
                ? lists.stream().<List<?>>map(one -> (List<?>) one).toList()
                : List.of();
    }

    /** Returns a list of texts, which must be there. */
    public List<String> texts(String name) {
        List<?> texts = get(name, List.class);
        return texts.stream().map(Object::toString).toList();
    }
}
