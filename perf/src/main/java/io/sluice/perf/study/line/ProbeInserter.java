package io.sluice.perf.study.line;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Inserts calls of {@link Probe} into the classes of pools, and into the classes of the library
 * that they use. Thread-safe.
 */
final class ProbeInserter implements ClassFileTransformer {

    /** Never changed: the measurement itself, and the driver, which is no part of a pool. */
    private static final List<String> NEVER =
            List.of(
                    "io/sluice/perf/study/line/",
                    "io/sluice/perf/stub/",
                    "org/objectweb/asm/",
                    "com/fasterxml/");

    private static final List<String> CLASS_LIBRARY =
            List.of("java/", "javax/", "jdk/", "sun/", "com/sun/");

    /** Where pools keep what threads share. */
    private static final List<String> SHARED_THERE = List.of("java/util/", "java/lang/ThreadLocal");

    /**
     * Counters that spread over the cores when these meet. Our clients never meet, so the calls are
     * counted, each in its best case.
     */
    private static final List<String> STRIPED =
            List.of(
                    "java/util/concurrent/atomic/Striped64",
                    "java/util/concurrent/atomic/LongA",
                    "java/util/concurrent/atomic/DoubleA");

    /** Where every access by a handle becomes one by {@code Unsafe}. */
    private static final String HANDLES = "java/lang/invoke/VarHandle";

    private final FieldNumbers fields;
    private volatile @Nullable RuntimeException failure;

    ProbeInserter(FieldNumbers fields) {
        this.fields = fields;
    }

    /** Returns whether a class is to be changed. */
    static boolean covers(String name) {
        if (startsWithAny(name, CLASS_LIBRARY)) {
            return name.startsWith(HANDLES)
                    || (startsWithAny(name, SHARED_THERE) && !startsWithAny(name, STRIPED));
        }
        return !startsWithAny(name, NEVER);
    }

    /** Throws if a class could not be changed, since the counts would be too low. */
    void check() {
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public byte @Nullable [] transform(
            @Nullable ClassLoader loader,
            @Nullable String name,
            @Nullable Class<?> redefined,
            @Nullable ProtectionDomain domain,
            byte[] bytes) {
        if (name == null || !covers(name)) {
            return null;
        }
        try {
            return changed(bytes, !name.startsWith(HANDLES));
        } catch (RuntimeException e) {
            // An exception thrown here would be lost.
            failure = new IllegalStateException("cannot put probes into the class " + name, e);
            return null;
        }
    }

    /**
     * Returns a class with probes in it.
     *
     * @param all false for accesses by {@code Unsafe} only
     */
    byte[] changed(byte[] bytes, boolean all) {
        ClassNode type = new ClassNode();
        new ClassReader(bytes).accept(type, 0);
        for (MethodNode method : type.methods) {
            new MethodProbes(type, method, fields).insert(all);
        }
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        type.accept(writer);
        return writer.toByteArray();
    }

    private static boolean startsWithAny(String name, List<String> beginnings) {
        // A loop, since a lambda would have to be made in the middle of loading a class.
        for (String beginning : beginnings) {
            if (name.startsWith(beginning)) {
                return true;
            }
        }
        return false;
    }
}
