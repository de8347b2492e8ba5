package io.sluice.perf.fork;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

    /** Returns one of the figures, which must be there. */
    public double get(String name) {
        if (figures.get(name) instanceof Number number) {
            return number.doubleValue();
        }
        throw new IllegalStateException("the fork printed no " + name + ": " + figures);
    }

    /** Returns something that is no figure but part of a report, which must be there. */
    public <T> T get(String name, Class<T> type) {
        return type.cast(Objects.requireNonNull(figures.get(name), name));
    }

    /** Returns a text, or null if there is none. */
    public @Nullable String text(String name) {
        Object text = figures.get(name);
        return text == null ? null : text.toString();
    }

    /** Returns a list of groups of figures, which must be there. */
    public List<Printed> groups(String name) {
        if (figures.get(name) instanceof List<?> groups) {
            return groups.stream().map(Printed::group).toList();
        }
        throw new IllegalStateException("the fork printed no " + name + ": " + figures);
    }

    /** Returns a group of figures, which must be there. */
    public Printed group(String name) {
        if (figures.get(name) instanceof Map<?, ?> group) {
            return group(group);
        }
        throw new IllegalStateException("the fork printed no " + name + ": " + figures);
    }

    /** Returns a list of records, which must be there. */
    public <T> List<T> list(String name, Class<T> type) {
        try {
            return JSON.std.listOfFrom(type, JSON.std.asString(figures.get(name)));
        } catch (IOException e) {
            throw new IllegalStateException("the fork printed no " + name + ": " + figures, e);
        }
    }

    private static Printed group(Object printed) {
        Map<String, Object> figures = new LinkedHashMap<>();
        ((Map<?, ?>) printed).forEach((name, value) -> figures.put(name.toString(), value));
        return new Printed(figures);
    }

    /** Returns a list of lists; an empty one if there is none. */
    public List<List<?>> lists(String name) {
        return figures.get(name) instanceof List<?> lists
                ? lists.stream().<List<?>>map(one -> (List<?>) one).toList()
                : List.of();
    }

    /** Returns a list of texts, which must be there. */
    public List<String> texts(String name) {
        if (figures.get(name) instanceof List<?> texts) {
            return texts.stream().map(Object::toString).toList();
        }
        throw new IllegalStateException("the fork printed no " + name + ": " + figures);
    }
}
