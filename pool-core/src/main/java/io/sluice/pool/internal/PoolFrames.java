package io.sluice.pool.internal;

import io.sluice.pool.spi.ResourceFactory;
import java.util.Arrays;
import java.util.Set;

/** Tells the pool's frames in a stack from those of the application. */
final class PoolFrames {

    private static final Set<String> CLASSES =
            Set.of(
                    DefaultResourcePool.class.getName(),
                    TransactionLeases.class.getName(),
                    Inspection.class.getName(),
                    OutOfLine.class.getName());

    private PoolFrames() {}

    /** Takes the frames of the pool and of what is built on it off the top of a stack. */
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

    /** Returns the index of the first frame from here on that is not the pool's. */
    static int skip(StackTraceElement[] frames, int from) {
        int frame = from;
        while (frame < frames.length && isPool(frames[frame])) {
            frame++;
        }
        return frame;
    }

    static boolean isPool(StackTraceElement frame) {
        String type = frame.getClassName();
        return CLASSES.contains(topLevel(type))
                || type.startsWith("java.lang.invoke."); // behind OutOfLine
    }

    private static String topLevel(String type) {
        int nested = type.indexOf('$');
        return nested < 0 ? type : type.substring(0, nested);
    }
}
