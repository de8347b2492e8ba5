package io.sluice.pool.internal.holder;

import static io.sluice.pool.internal.holder.StateWord.ACCESSIBLE;
import static io.sluice.pool.internal.holder.StateWord.AVAILABLE;
import static io.sluice.pool.internal.holder.StateWord.CLOSED;
import static io.sluice.pool.internal.holder.StateWord.ENDED;
import static io.sluice.pool.internal.holder.StateWord.FIRST;
import static io.sluice.pool.internal.holder.StateWord.HELD;
import static io.sluice.pool.internal.holder.StateWord.INACCESSIBLE;
import static io.sluice.pool.internal.holder.StateWord.IN_TX;
import static io.sluice.pool.internal.holder.StateWord.MARKS;
import static io.sluice.pool.internal.holder.StateWord.MOST_HANDLES;
import static io.sluice.pool.internal.holder.StateWord.RESERVED;

/**
 * The table of a holder's transitions. {@link ResourceHolder} writes out those of the fast paths
 * and those that expect a whole word.
 */
public enum Transition {
    // from, marks needed, marks forbidden, handles (fewest, most), to, marks set, marks cleared,
    // handles added
    AVAILABLE_TO_RESERVED(AVAILABLE, 0, MARKS, 0, 0, RESERVED, 0, 0, 0),
    AVAILABLE_TO_HELD(AVAILABLE, 0, MARKS, 0, 0, AVAILABLE, HELD, 0, 0),
    HELD_TO_RESERVED(AVAILABLE, HELD, 0, 0, 0, RESERVED, 0, HELD, 0),
    RESERVED_TO_AVAILABLE(RESERVED, 0, MARKS, 0, 0, AVAILABLE, 0, 0, 0),
    RESERVED_TO_HELD(RESERVED, 0, MARKS, 0, 0, AVAILABLE, HELD, 0, 0),
    RESERVED_TO_CLOSED(RESERVED, 0, 0, 0, 0, CLOSED, 0, 0, 0),
    SHARE(ACCESSIBLE, IN_TX, ENDED, 1, MOST_HANDLES - 1, ACCESSIBLE, 0, 0, 1),
    CLOSE_ONE_OF_SEVERAL(ACCESSIBLE, 0, 0, 2, MOST_HANDLES, ACCESSIBLE, 0, 0, -1),
    ACCESSIBLE_TO_INACCESSIBLE(ACCESSIBLE, IN_TX, ENDED, 1, 1, INACCESSIBLE, 0, FIRST, -1),
    INACCESSIBLE_TO_ACCESSIBLE(INACCESSIBLE, 0, 0, 0, 0, ACCESSIBLE, 0, 0, 1),
    INACCESSIBLE_TO_RESERVED(INACCESSIBLE, 0, 0, 0, 0, RESERVED, 0, IN_TX, 0),
    ACCESSIBLE_TO_ENDED(ACCESSIBLE, IN_TX, 0, 1, MOST_HANDLES, ACCESSIBLE, ENDED, 0, 0);

    /** Stands for a transition that is not allowed; its state does not exist. */
    static final long NONE = -1;

    private final long from;
    private final long needed;
    private final long forbidden;
    private final int fewest;
    private final int most;
    private final long to;
    private final long set;
    private final long cleared;
    private final long added;

    Transition(
            long from,
            long needed,
            long forbidden,
            int fewest,
            int most,
            long to,
            long set,
            long cleared,
            int added) {
        this.from = from;
        this.needed = needed;
        this.forbidden = forbidden;
        this.fewest = fewest;
        this.most = most;
        this.to = to;
        this.set = set;
        this.cleared = cleared;
        this.added = added * StateWord.ONE_HANDLE;
    }

    /**
     * Returns the word after this transition, or {@link #NONE} if {@code word} does not allow it.
     */
    long next(long word) {
        int handles = StateWord.handles(word);
        boolean isAllowed =
                StateWord.is(word, from)
                        && (word & needed) == needed
                        && (word & forbidden) == 0
                        && handles >= fewest
                        && handles <= most;
        return isAllowed ? ((StateWord.withState(word, to) & ~cleared) | set) + added : NONE;
    }

    /** One row of the table in docs/internals/concurrency.md. */
    @Override
    public String toString() {
        return String.format(
                "%-26s  %-52s -> %s",
                name(),
                StateWord.state(from)
                        + marks(", ", needed)
                        + marks(", not ", forbidden)
                        + handles(),
                StateWord.state(to)
                        + marks(", set ", set)
                        + marks(", clear ", cleared)
                        + (added == 0 ? "" : added > 0 ? ", a handle more" : ", a handle less"));
    }

    private String handles() {
        if (most == 0) {
            return "";
        }
        return ", handles "
                + fewest
                + (most == fewest ? "" : most == MOST_HANDLES ? "+" : " to " + most);
    }

    private static String marks(String before, long marks) {
        return marks == 0
                ? ""
                : marks == MARKS ? before + "marked" : before + StateWord.markNames(marks);
    }
}
