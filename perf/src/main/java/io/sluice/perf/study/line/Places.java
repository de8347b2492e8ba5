package io.sluice.perf.study.line;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds the memory that the notes of {@link Probe} refer to. Not thread-safe. */
final class Places {

    private final Map<Object, Optional<Field>> fields = new HashMap<>();
    private final Map<Object, Long> answers = new HashMap<>();
    private final Object unsafe;

    /**
     * Some bytes of an object.
     *
     * @param owner the object; for a static field its name, always the same text
     * @param offset their distance from its beginning
     * @param ordered whether every write waits until it is done
     */
    record Place(Object owner, long offset, boolean ordered) {}

    Places() throws ReflectiveOperationException {
        // By its name, since the compiler does not know it.
        unsafe = Class.forName("jdk.internal.misc.Unsafe").getMethod("getUnsafe").invoke(null);
    }

    /** Returns the place of an access; null if nothing there can change. */
    @Nullable Place of(Probe.Note note) {
        Object owner = note.owner();
        if (note.kind() == Probe.Kind.FIELD) {
            return owner == null ? ofStatic(note) : ofField(note, owner);
        }
        if (owner == null) {
            return null; // about to fail
        }
        Class<?> type = owner.getClass();
        long offset = note.place();
        if (note.kind() == Probe.Kind.ELEMENT) {
            offset = asked("arrayBaseOffset", type) + offset * asked("arrayIndexScale", type);
        }
        return new Place(owner, offset, /* ordered= */ false);
    }

    private Place ofField(Probe.Note note, Object owner) {
        Field field = found(note, owner.getClass());
        return field == null
                ? new Place(owner, 0, /* ordered= */ false)
                : new Place(owner, asked("objectFieldOffset", field), isVolatile(field));
    }

    private @Nullable Place ofStatic(Probe.Note note) {
        Field field = found(note, null);
        if (field == null
                || !Modifier.isStatic(field.getModifiers()) // about to fail
                || Modifier.isFinal(field.getModifiers())) {
            return null;
        }
        String name = field.getDeclaringClass().getName() + "." + field.getName();
        return new Place(name.intern(), 0, isVolatile(field));
    }

    private static boolean isVolatile(Field field) {
        return Modifier.isVolatile(field.getModifiers());
    }

    /** Returns a field; null if the class library hides it. */
    private @Nullable Field found(Probe.Note note, @Nullable Class<?> owner) {
        return fields.computeIfAbsent(
                        List.of(note.type(), note.name(), Optional.ofNullable(owner)),
                        key -> find(note, owner))
                .orElse(null);
    }

    private static Optional<Field> find(Probe.Note note, @Nullable Class<?> owner) {
        try {
            Class<?> from =
                    owner == null
                            ? Class.forName(note.type(), false, ClassLoader.getSystemClassLoader())
                            : owner;
            List<Class<?>> types =
                    Stream.<Class<?>>iterate(from, Objects::nonNull, Class::getSuperclass).toList();
            return types.stream()
                    .dropWhile(type -> !type.getName().equals(note.type()))
                    .flatMap(type -> Arrays.stream(type.getDeclaredFields()))
                    .filter(field -> field.getName().equals(note.name()))
                    .findFirst();
        } catch (ClassNotFoundException | LinkageError e) {
            return Optional.empty();
        }
    }

    private long asked(String question, Object about) {
        return answers.computeIfAbsent(
                List.of(question, about),
                key -> {
                    try {
                        return ((Number)
                                        unsafe.getClass()
                                                .getMethod(question, about.getClass())
                                                .invoke(unsafe, about))
                                .longValue();
                    } catch (ReflectiveOperationException e) {
                        throw new IllegalStateException("this JVM does not answer " + question, e);
                    }
                });
    }
}
