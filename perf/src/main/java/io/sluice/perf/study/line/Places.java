package io.sluice.perf.study.line;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the memory that the records of {@link Probe} refer to. Not thread-safe. */
final class Places {

    private final FieldNumbers fields;
    private final Map<Known, Optional<Place>> known = new HashMap<>();
    private final Map<Field, Field> statics = new HashMap<>();
    private final Object unsafe;
    private final Method fieldOffset;
    private final Method arrayBase;
    private final Method arrayScale;

    /**
     * Some bytes of an object.
     *
     * @param owner the object; for a static field the field itself, always the same one
     * @param offset their distance from its beginning
     * @param ordered whether every write waits until it is done
     */
    record Place(Object owner, long offset, boolean ordered) {}

    /** A field, where it is the same in all objects of a class. */
    private record Known(int number, Class<?> type) {}

    Places(FieldNumbers fields) {
        this.fields = fields;
        try {
            // By its name, since the compiler does not know it.
            Class<?> type = Class.forName("jdk.internal.misc.Unsafe");
            unsafe = type.getMethod("getUnsafe").invoke(null);
            fieldOffset = type.getMethod("objectFieldOffset", Field.class);
            arrayBase = type.getMethod("arrayBaseOffset", Class.class);
            arrayScale = type.getMethod("arrayIndexScale", Class.class);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "this JVM does not tell where the fields of an object lie", e);
        }
    }

    /** Returns the place of a record; null if nothing there can change. */
    @Nullable Place of(@Nullable Object owner, long place, int where) {
        if (where == Probe.FIELD) {
            int number = (int) place;
            FieldNumbers.Named field = fields.named(number);
            if (field.isStatic()) {
                return known(number, Void.class);
            }
            if (owner == null) {
                return null; // about to fail
            }
            Place inClass = known(number, owner.getClass());
            return inClass == null
                    ? new Place(owner, 0, /* ordered= */ false)
                    : new Place(owner, inClass.offset, inClass.ordered);
        }
        if (owner == null) {
            return null;
        }
        return new Place(
                owner,
                where == Probe.ELEMENT ? elementOffset(owner.getClass(), place) : place,
                /* ordered= */ false);
    }

    private @Nullable Place known(int number, Class<?> type) {
        return known.computeIfAbsent(
                        new Known(number, type), key -> Optional.ofNullable(find(number, type)))
                .orElse(null);
    }

    private @Nullable Place find(int number, Class<?> type) {
        FieldNumbers.Named named = fields.named(number);
        Field field = named.isStatic() ? staticField(named) : field(named, type);
        if (field == null) {
            return null; // the class library hides some of its fields
        }
        boolean ordered = Modifier.isVolatile(field.getModifiers());
        if (!named.isStatic()) {
            return new Place(field, asked(fieldOffset, field), ordered);
        }
        return Modifier.isFinal(field.getModifiers())
                ? null
                : new Place(statics.computeIfAbsent(field, itself -> itself), 0, ordered);
    }

    private static @Nullable Field field(FieldNumbers.Named named, Class<?> type) {
        Class<?> from = type;
        while (from != null && !from.getName().equals(named.type())) {
            from = from.getSuperclass();
        }
        return declared(from == null ? type : from, named.name());
    }

    private static @Nullable Field staticField(FieldNumbers.Named named) {
        try {
            return declared(
                    Class.forName(named.type(), false, ClassLoader.getSystemClassLoader()),
                    named.name());
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }

    private static @Nullable Field declared(Class<?> type, String name) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (Field field : at.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    return field;
                }
            }
        }
        return null;
    }

    private long elementOffset(Class<?> array, long index) {
        return asked(arrayBase, array) + index * asked(arrayScale, array);
    }

    private long asked(Method question, Object about) {
        try {
            return ((Number) question.invoke(unsafe, about)).longValue();
        } catch (InvocationTargetException | IllegalAccessException e) {
            throw new IllegalStateException("this JVM does not answer " + question, e);
        }
    }
}
