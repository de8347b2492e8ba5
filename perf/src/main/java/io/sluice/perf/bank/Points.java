package io.sluice.perf.bank;

import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ObjLongConsumer;
import org.h2.api.DatabaseEventListener;
import org.jspecify.annotations.Nullable;

/**
 * The points that a thread of the worker reaches within a commit, as the database beside PostgreSQL
 * announces them: the engine of H2 runs in this process and announces every statement, including
 * those that prepare and commit a branch; for MariaDB the sockets of its driver do ({@link
 * WatchedSockets}).
 *
 * <p>The state of the branch in PostgreSQL follows from which of the two was enlisted first, since
 * the manager prepares and commits in that order. So nothing has to stand between the manager, the
 * pool and the drivers. At the requested point the thread says so, and waits to be killed.
 */
public final class Points implements DatabaseEventListener {

    /** The transfer that a thread commits. */
    private record Transfer(long id, boolean otherFirst) {}

    /** How statements begin that prepare a branch, on H2 and on MariaDB. */
    private static final List<String> PREPARE = List.of("PREPARE COMMIT", "XA PREPARE");

    private static final List<String> COMMIT = List.of("COMMIT TRANSACTION", "XA COMMIT");

    private static final ThreadLocal<@Nullable Transfer> TRANSFER = new ThreadLocal<>();

    /** Set once before, and read after, the flag below is true. */
    private static @Nullable Point wanted;

    private static @Nullable ObjLongConsumer<Point> said;

    /** Volatile, by compare-and-set: one thread is the one that is waited for. */
    private static final AtomicBoolean ARMED = new AtomicBoolean();

    /** Asks for a point from now on. */
    static void arm(Point point, ObjLongConsumer<Point> say) {
        wanted = point;
        said = say;
        ARMED.set(true);
    }

    /** Records what this thread commits next. */
    static void enter(long id, boolean otherFirst) {
        TRANSFER.set(new Transfer(id, otherFirst));
    }

    /** Records that it is committed. */
    static void leave() {
        TRANSFER.remove();
    }

    /** Made by H2. */
    public Points() {}

    @Override
    public void setProgress(int state, String statement, long done, long all) {
        if (state == STATE_STATEMENT_START) {
            look(statement, true);
            H2Lock.statementBegins(); // a thread that waits for the kill does not hold the lock
        } else if (state == STATE_STATEMENT_END) {
            H2Lock.statementEnds();
            look(statement, false);
        }
    }

    /** A statement that fails has no end event. */
    @Override
    public void exceptionThrown(SQLException failure, String statement) {
        H2Lock.statementEnds();
    }

    static void look(@Nullable String statement, boolean begins) {
        if (!ARMED.get() || statement == null) {
            return;
        }
        String text = statement.strip().toUpperCase(Locale.ROOT);
        Transfer transfer = TRANSFER.get();
        boolean here =
                transfer == null
                        ? wanted == Point.IN_RECOVERY && !begins && begins(text, COMMIT)
                        : wanted == within(text, begins, transfer.otherFirst);
        if (here && ARMED.compareAndSet(true, false)) {
            waitFor(transfer == null ? 0 : transfer.id);
        }
    }

    /** Returns the point of a transfer at a statement, or null if it is none. */
    static @Nullable Point within(String statement, boolean begins, boolean otherFirst) {
        if (begins(statement, PREPARE)) {
            if (otherFirst) {
                return begins ? null : Point.FIRST_PREPARED;
            }
            return begins ? Point.FIRST_PREPARED : Point.BOTH_PREPARED;
        }
        if (begins(statement, COMMIT)) {
            if (otherFirst) {
                return begins ? Point.LOGGED : Point.BETWEEN_COMMITS;
            }
            return begins ? Point.BETWEEN_COMMITS : null;
        }
        return null;
    }

    private static boolean begins(String statement, List<String> words) {
        return words.stream().anyMatch(statement::startsWith);
    }

    private static void waitFor(long transfer) {
        if (wanted != null && said != null) {
            said.accept(wanted, transfer);
        }
        while (true) {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                // Only the kill ends this.
            }
        }
    }
}
