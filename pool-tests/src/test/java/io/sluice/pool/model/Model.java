package io.sluice.pool.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that moves from state to state, in as many ways as its threads can take turns.
 *
 * @param <S> a state: immutable, with equals and hashCode
 */
interface Model<S> {

    S initial();

    /** Every move that some thread can make now. */
    List<Move<S>> moves(S state);

    /**
     * Returns the state that stands for this one and for all that differ from it in nothing but
     * names, so that they count as one.
     */
    S representative(S state);

    /** Returns whether every thread has come to its end. */
    boolean isOver(S state);

    /** Says what is wrong with a state, or returns null. */
    @Nullable String fault(S state);

    /**
     * One step of one thread.
     *
     * @param text which thread does what, for a reader of the trace
     * @param next the state afterwards
     * @param sure false for a step that need not come to pass for a long time, or ever: a time-out,
     *     a spurious wake-up. A protocol that needs one to go on is stuck
     */
    record Move<S>(String text, S next, boolean sure) {}
}
