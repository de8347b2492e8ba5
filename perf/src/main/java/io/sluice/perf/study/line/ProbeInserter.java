package io.sluice.perf.study.line;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.ClassNode;

/**
 * Inserts calls of {@link Probe} into the classes of pools, and into the classes of the library
 * that they use. Thread-safe.
 */
final class ProbeInserter implements ClassFileTransformer {

    /** Never changed: the measurement itself, and the driver, which is no part of a pool. */
    private static final Pattern NEVER =
            Pattern.compile("(io/sluice/perf/(study/line|stub)|org/objectweb/asm|com/fasterxml)/");

    private static final Pattern CLASS_LIBRARY = Pattern.compile("(javax?|jdk|(com/)?sun)/");

    /**
     * Counters that spread over the cores when these meet. Our clients never meet, so the calls are
     * counted, each in its best case.
     */
    static final Pattern STRIPED =
            Pattern.compile("java/util/concurrent/atomic/(Striped64|LongA|DoubleA)");

    /** Where pools keep what threads share. */
    private static final Pattern SHARED_THERE = Pattern.compile("java/(lang/ThreadLocal|util/)");

    /** Where every access by a handle becomes one by {@code Unsafe}. */
    private static final String HANDLES = "java/lang/invoke/VarHandle";

    private volatile @Nullable RuntimeException failure;

    /** Returns whether a class is to be changed. */
    static boolean covers(String name) {
        return CLASS_LIBRARY.matcher(name).lookingAt()
                ? name.startsWith(HANDLES)
                        || (SHARED_THERE.matcher(name).lookingAt()
                                && !STRIPED.matcher(name).lookingAt())
                : !NEVER.matcher(name).lookingAt();
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
    static byte[] changed(byte[] bytes, boolean all) {
        ClassNode type = new ClassNode();
        new ClassReader(bytes).accept(type, 0);
        type.methods.replaceAll(method -> MethodProbes.inserted(type, method, all));
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        type.accept(writer);
        return writer.toByteArray();
    }
}
