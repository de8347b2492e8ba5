package io.sluice.pool.internal.report;

import io.sluice.pool.spi.ResourceFactory;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells the pool's stack frames from those of the application. */
public final class PoolFrames {

    /**
     * The classes between an application's call and the point where it waits; by name, because they
     * depend on this one.
     */
    private static final Set<String> ENTRANCES =
            Set.of(
                    "io.sluice.pool.internal.DefaultResourcePool",
                    "io.sluice.pool.internal.TransactionLeases",
                    "io.sluice.pool.internal.upkeep.FitnessCheck");

    private PoolFrames() {}

    /** Removes the frames of the pool and of libraries on top of it from a stack trace. */
    static void cut(Throwable site, ResourceFactory<?> factory) {
        StackTraceElement[] frames = site.getStackTrace();
        int first = skip(frames, 0);
        while (first < frames.length && factory.acquiresBy(frames[first].getClassName())) {
            first++;
        }
        if (first < frames.length) {
            site.setStackTrace(Arrays.copyOfRange(frames, first, frames.length));
        }
    }

    /**
     * Returns the index of the frame that called the pool, in the stack of a waiting thread; 0 if
     * there is none.
     */
    public static int caller(StackTraceElement[] frames) {
        int frame = 0;
        while (frame < frames.length && !isEntrance(frames[frame].getClassName())) {
            frame++;
        }
        frame = skip(frames, frame);
        return frame == frames.length ? 0 : frame;
    }

    /**
     * Returns the first frame below those of the pool and of libraries on top of it, in the stack
     * of the calling thread, which is waiting in the pool; null if there is none.
     */
    static @Nullable String caller(ResourceFactory<?> factory) {
        Optional<StackWalker.StackFrame> caller =
                StackWalker.getInstance()
                        .walk(
                                frames ->
                                        frames.dropWhile(frame -> !isEntrance(frame.getClassName()))
                                                .dropWhile(frame -> isLibrary(frame, factory))
                                                .findFirst());
        return caller.map(PoolFrames::text).orElse(null);
    }

    private static boolean isLibrary(StackWalker.StackFrame frame, ResourceFactory<?> factory) {
        String type = frame.getClassName();
        return isPool(type) || factory.acquiresBy(type);
    }

    /** Without the module and its version, which would only make it longer. */
    private static String text(StackWalker.StackFrame frame) {
        return frame.getClassName() + '.' + frame.getMethodName() + ':' + frame.getLineNumber();
    }

    private static int skip(StackTraceElement[] frames, int from) {
        int frame = from;
        while (frame < frames.length && isPool(frames[frame].getClassName())) {
            frame++;
        }
        return frame;
    }

    private static boolean isPool(String type) {
        return isEntrance(type) || type.startsWith("java.lang.invoke."); // for OutOfLine
    }

    private static boolean isEntrance(String type) {
        return ENTRANCES.contains(topLevel(type));
    }

    private static String topLevel(String type) {
        int nested = type.indexOf('$');
        return nested < 0 ? type : type.substring(0, nested);
    }
}
