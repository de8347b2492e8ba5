package io.sluice.perf.bank;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Where in the course of a transaction the worker is killed, in the order of a round. */
enum Point {
    FIRST_PREPARED("one branch is prepared, the other is not", false),
    BOTH_PREPARED("both branches are prepared, the manager's log does not know it", false),
    LOGGED("the manager has logged the decision, no branch is committed", true),
    IN_RECOVERY("recovery of the transaction above has committed one branch", true),
    BETWEEN_COMMITS("one branch is committed, the other is not", true),
    RANDOM("any", null);

    /** How often each named point must be hit for a run to show anything. */
    static final int LEAST_HITS = 3;

    /** How far the transaction has come when the worker is killed. */
    final String reached;

    /** Whether recovery has to commit the transaction; null where that depends. */
    final @Nullable Boolean committed;

    Point(String reached, @Nullable Boolean committed) {
        this.reached = reached;
        this.committed = committed;
    }

    /** Returns whether the worker announces the point, and waits there to be killed. */
    boolean isNamed() {
        return this != RANDOM;
    }

    /** Returns what recovery has to do with the transaction, in words. */
    String outcome() {
        if (committed == null) {
            return "either";
        }
        return committed ? "committed" : "rolled back";
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
