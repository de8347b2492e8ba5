package io.sluice.pool.model;

import static io.sluice.pool.model.WaitingState.NOBODY;

import io.sluice.pool.model.WaitingState.HolderState;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What {@code WaiterQueue}, {@code AvailableQueue} and {@code ResourceHolder.release} do, one
 * access to shared memory at a time.
 *
 * <p>Every thread acquires a holder, waiting if it must, and releases it, a number of times. Some
 * may time out; one may close the pool. Of a request that waits without a thread, the thread that
 * lets it join, the one that cancels it and the one that goes on when it is served are taken for
 * one: after it has joined, the first changes nothing, and of the others only one does. Whether
 * leases are long is left open: both ways are tried. Two accesses are taken for one where nothing
 * can come between that matters: reading a slot as available and taking it (a slot taken and
 * released in between was released after this thread had counted itself, and that release wakes a
 * waiter), and going on to the next in line and reading its item.
 */
final class WaitingModel implements Model<WaitingState> {

    private final int threads;
    private final int slots;
    private final int rounds;
    private final int mayTimeOut;
    private final int requests;
    private final boolean cancelling;
    private final boolean closing;
    private final boolean evicting;
    private final boolean ticking;
    private final boolean stuckOnly;
    private final Set<Part> parts;

    private WaitingModel(Builder builder) {
        threads = builder.threads;
        slots = builder.slots;
        rounds = builder.rounds;
        mayTimeOut = builder.mayTimeOut;
        requests = builder.requests;
        cancelling = builder.cancelling;
        closing = builder.closing;
        evicting = builder.evicting;
        ticking = builder.ticking;
        stuckOnly = builder.stuckOnly;
        parts = builder.parts;
    }

    static Builder of(int threads, int slots) {
        return new Builder(threads, slots);
    }

    /** The sizes of a model. */
    static final class Builder {
        private final int threads;
        private final int slots;
        private int rounds = 1;
        private int mayTimeOut;
        private int requests;
        private boolean cancelling;
        private boolean closing;
        private boolean evicting;
        private boolean ticking;
        private boolean stuckOnly;
        private final Set<Part> parts = EnumSet.allOf(Part.class);

        private Builder(int threads, int slots) {
            this.threads = threads;
            this.slots = slots;
        }

        /** How many times each thread acquires and releases. */
        Builder rounds(int value) {
            rounds = value;
            return this;
        }

        /** How many of the threads may time out. */
        Builder mayTimeOut(int value) {
            mayTimeOut = value;
            return this;
        }

        /** How many of the threads acquire by requests that wait without a thread. */
        Builder requests(int value) {
            requests = value;
            return this;
        }

        /** The requests may be cancelled, or time out. */
        Builder cancelling() {
            cancelling = true;
            return this;
        }

        /** One more thread closes the pool. */
        Builder closing() {
            closing = true;
            return this;
        }

        /** One more thread evicts a holder if it is idle, so that another moves into its slot. */
        Builder evicting() {
            evicting = true;
            return this;
        }

        /**
         * Ticks come, and the first thread never runs again once it was notified by its name.
         * Afterwards only threads that are stuck beside something available are bad.
         */
        Builder oneWithoutProcessor() {
            ticking = true;
            return stuckOnly();
        }

        /**
         * A state in which all is over is good whatever was left behind: the search goes on until a
         * thread is stuck.
         */
        Builder stuckOnly() {
            stuckOnly = true;
            return this;
        }

        Builder without(Part part) {
            parts.remove(part);
            return this;
        }

        WaitingModel build() {
            return new WaitingModel(this);
        }
    }

    @Override
    public WaitingState initial() {
        WaitingState state =
                new WaitingState(
                        slots,
                        threads + (closing ? 1 : 0) + (evicting ? 1 : 0) + (ticking ? 1 : 0),
                        threads * rounds);
        for (int thread = 0; thread < threads; thread++) {
            state.rounds(thread, rounds);
            state.kind(thread, kind(thread));
        }
        if (closing) {
            state.kind(threads, WaitingTurn.CLOSER);
            boolean first = parts.contains(Part.REFUSING_FIRST);
            state.at(threads, first ? Step.REFUSE : Step.REFUSE_NEXT);
        }
        if (evicting) {
            state.kind(state.threads - 1, WaitingTurn.EVICTOR);
            state.at(state.threads - 1, Step.RESERVE);
        }
        if (ticking) {
            state.kind(0, WaitingTurn.WITHOUT_PROCESSOR);
            state.kind(state.threads - 1, WaitingTurn.TICKER);
            state.at(state.threads - 1, Step.TICK);
        }
        return state;
    }

    private int kind(int thread) {
        if (thread >= threads - requests) {
            return cancelling ? WaitingTurn.CANCELLED : WaitingTurn.REQUEST;
        }
        return thread < mayTimeOut ? WaitingTurn.MAY_TIME_OUT : WaitingTurn.PATIENT;
    }

    @Override
    public WaitingState representative(WaitingState state) {
        return state.representative();
    }

    @Override
    public boolean isOver(WaitingState state) {
        boolean anyWithout = false;
        boolean allDone = true;
        for (int thread = 0; thread < state.threads; thread++) {
            boolean without = state.isWithoutProcessor(thread);
            anyWithout |= without;
            allDone &= without || state.at(thread) == Step.DONE || state.at(thread) == Step.TICK;
        }
        // One without a processor may have been served: then others wait for that.
        return allDone || (anyWithout && state.availableCount() == 0);
    }

    @Override
    public @Nullable String fault(WaitingState state) {
        for (int holder = 0; holder < slots; holder++) {
            int owners = 0;
            for (int thread = 0; thread < state.threads; thread++) {
                if (state.held(thread) == holder || state.taken(thread) == holder) {
                    owners++;
                }
            }
            if (owners > 1) {
                return "two threads have holder " + holder + ": " + state;
            }
        }
        if (stuckOnly || !isOver(state)) {
            return null;
        }
        for (int holder = 0; holder < slots; holder++) {
            HolderState end = state.holder(holder);
            boolean evicted = evicting && holder == 0 && end == HolderState.CLOSED;
            if (end != (closing ? HolderState.CLOSED : HolderState.AVAILABLE) && !evicted) {
                return "a holder is lost: " + state;
            }
        }
        boolean clean =
                state.waitingCount() == 0
                        && state.entitledCount() == 0
                        && state.notified() == NOBODY
                        && state.isLineEmpty();
        return clean ? null : "something is left behind: " + state;
    }

    @Override
    public List<Move<WaitingState>> moves(WaitingState state) {
        List<Move<WaitingState>> moves = new ArrayList<>();
        for (int thread = 0; thread < state.threads; thread++) {
            new WaitingTurn(state, thread, parts, moves).take();
        }
        return moves;
    }
}
