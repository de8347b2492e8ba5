package io.sluice.perf.turn;

import java.util.Arrays;
import java.util.Collection;
import java.util.Optional;

/** Shows where threads are that do not come back. */
public final class Threads {

    private Threads() {}

    /** Returns the innermost place of a stack that is not the class library's, if there is one. */
    public static Optional<String> place(StackTraceElement[] stack) {
        return Arrays.stream(stack)
                .filter(frame -> !frame.getClassName().matches("(java|jdk|sun)\\..*"))
                .findFirst()
                .map(frame -> frame.getClassName() + "." + frame.getMethodName());
    }

    /** Returns the place of the first of some threads that has one. */
    public static String firstPlace(Collection<Thread> threads) {
        return threads.stream()
                .flatMap(thread -> place(thread.getStackTrace()).stream())
                .findFirst()
                .orElse("an unknown place");
    }
}
