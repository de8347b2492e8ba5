package io.sluice.jdbc.internal.connect;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reports the leases of one physical connection that left something to clean up, with the places
 * where they began and ended. Exists only if dirty returns are to be reported.
 *
 * <p>Used only by the thread that begins a lease and the thread that has won its end, so its field
 * is plain.
 */
public final class DirtyReturnReporter {

    private static final String DATA_SOURCE = "io.sluice.jdbc.SluiceDataSource";
    private static final List<String> OWN_PACKAGES =
            List.of("io.sluice.jdbc.internal.", "io.sluice.jdbc.handle.", "io.sluice.pool.");

    private final String poolName;

    /**
     * Shared: plain, by the thread that begins a lease; plain read by the thread that has won its
     * end. Partner: {@code HotFields.word}.
     */
    private @Nullable Throwable acquired;

    public DirtyReturnReporter(String poolName) {
        this.poolName = poolName;
    }

    /** A lease begins on this thread. */
    public void acquired() {
        acquired = new Throwable("the connection was acquired here");
    }

    /**
     * A lease was ended by this thread; reports it if it left anything.
     *
     * @param changed the attributes that differ from their values at rest
     */
    public void closed(
            Object connection,
            boolean transactionOpen,
            boolean childrenOpen,
            List<String> changed) {
        List<String> left = new ArrayList<>();
        if (transactionOpen) {
            left.add("an open transaction");
        }
        if (childrenOpen) {
            left.add("open statements or result sets");
        }
        if (!changed.isEmpty()) {
            left.add("changed: " + String.join(", ", changed));
        }
        if (left.isEmpty()) {
            return;
        }
        Throwable closed = new Throwable("the connection was closed here", acquired);
        cut(closed);
        cut(acquired);
        // Without failing: the connection is good, whatever becomes of the report.
        JdbcLog.write(
                Level.WARNING,
                poolName,
                "connection "
                        + connection
                        + " was returned with "
                        + String.join(" and with ", left)
                        + "; acquired at "
                        + site(acquired)
                        + ", closed at "
                        + site(closed)
                        + ": end the transaction, close statements and restore settings"
                        + " before close",
                closed);
    }

    /** Removes the frames of this pool from the top of a stack trace. */
    private static void cut(@Nullable Throwable stack) {
        if (stack != null) {
            stack.setStackTrace(
                    Arrays.stream(stack.getStackTrace())
                            .dropWhile(DirtyReturnReporter::isOwn)
                            .toArray(StackTraceElement[]::new));
        }
    }

    private static boolean isOwn(StackTraceElement frame) {
        String type = frame.getClassName();
        return type.equals(DATA_SOURCE) || OWN_PACKAGES.stream().anyMatch(type::startsWith);
    }

    /** Returns the application's line. */
    private static String site(@Nullable Throwable stack) {
        return stack == null || stack.getStackTrace().length == 0
                ? "an unknown place"
                : stack.getStackTrace()[0].toString();
    }
}
