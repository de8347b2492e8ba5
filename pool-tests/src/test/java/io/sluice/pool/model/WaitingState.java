package io.sluice.pool.model;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * What the threads of the {@link WaitingModel} share, and where each of them is.
 *
 * <p>A waiter is known by its ticket: numbers given out in order of arrival, so that the line of
 * waiters needs no order of its own. All is kept in one array of bytes, for there will be many
 * states. A model copies a state, changes the copy, and leaves it alone from then on.
 */
final class WaitingState {

    /** The state of a holder, as far as waiting goes. */
    enum HolderState {
        /** Any thread may take it. */
        AVAILABLE,
        /** A lease or the pool has it. */
        TAKEN,
        /** Taken, and not to be given back. */
        DOOMED,
        /** Out of the pool. */
        CLOSED
    }

    // An item: one of these, or HOLDER + the number of a holder
    static final int WAITING = 0;
    static final int ENTITLED = 1;
    static final int GONE = 2;
    static final int REFUSED = 3;
    static final int HOLDER = 4;

    static final int NOBODY = -1;

    /** In place of what was taken for a request: it was handed over. */
    static final int HANDED = -2;

    private static final Step[] STEPS = Step.values();
    private static final HolderState[] HOLDER_STATES = HolderState.values();

    // The cells before the holders and the slots they sit in
    private static final int WAITING_COUNT = 0;
    private static final int ENTITLED_COUNT = 1;
    private static final int NOTIFIED = 2;
    private static final int REFUSING = 3;
    private static final int TICKETS_GIVEN = 4;
    private static final int HOLDERS = 5;

    // The cells of one ticket
    private static final int ITEM = 0;
    private static final int IN_LINE = 1;
    private static final int TICKET_CELLS = 2;

    // The cells of one thread
    private static final int AT = 0;
    private static final int TICKET = 1;
    private static final int CURSOR = 2;
    private static final int HELD = 3;
    private static final int CANDIDATE = 4;
    private static final int THEN = 5;
    private static final int PERMIT = 6;
    private static final int ROUNDS = 7;
    private static final int KIND = 8;
    private static final int TAKEN = 9;
    private static final int THREAD_CELLS = 10;

    final int slots;
    final int threads;
    private final int tickets;
    private final byte[] cells;

    /** Every slot available, no thread waiting, every thread at its first step. */
    WaitingState(int slots, int threads, int tickets) {
        this.slots = slots;
        this.threads = threads;
        // What matters at once: a ticket for each thread, what each may have its eye on, and the
        // one that was notified.
        this.tickets = Math.max(2 * threads + 1, tickets);
        this.cells =
                new byte
                        [HOLDERS
                                + 2 * slots
                                + TICKET_CELLS * this.tickets
                                + THREAD_CELLS * threads];
        notified(NOBODY);
        for (int slot = 0; slot < slots; slot++) {
            seat(slot, slot);
        }
        for (int thread = 0; thread < threads; thread++) {
            ticket(thread, NOBODY);
            held(thread, NOBODY);
            candidate(thread, NOBODY);
            taken(thread, NOBODY);
            then(thread, Step.END_OF_ROUND);
        }
    }

    private WaitingState(WaitingState other, byte[] cells) {
        this.slots = other.slots;
        this.threads = other.threads;
        this.tickets = other.tickets;
        this.cells = cells;
    }

    WaitingState copy() {
        return new WaitingState(this, cells.clone());
    }

    // what all share

    int waitingCount() {
        return cells[WAITING_COUNT];
    }

    void addWaiting(int change) {
        cells[WAITING_COUNT] += (byte) change;
    }

    int entitledCount() {
        return cells[ENTITLED_COUNT];
    }

    void addEntitled(int change) {
        cells[ENTITLED_COUNT] += (byte) change;
    }

    int notified() {
        return cells[NOTIFIED];
    }

    void notified(int ticket) {
        cells[NOTIFIED] = (byte) ticket;
    }

    boolean refusing() {
        return cells[REFUSING] != 0;
    }

    void refuse() {
        cells[REFUSING] = 1;
    }

    HolderState holder(int holder) {
        return HOLDER_STATES[cells[HOLDERS + holder]];
    }

    void holder(int holder, HolderState state) {
        cells[HOLDERS + holder] = (byte) state.ordinal();
    }

    /** The holder that sits in a slot, or NOBODY. */
    int seated(int slot) {
        return cells[HOLDERS + slots + slot];
    }

    void seat(int slot, int holder) {
        cells[HOLDERS + slots + slot] = (byte) holder;
    }

    /** Whether what sits in a slot is there to be taken. */
    boolean isAvailable(int slot) {
        int holder = seated(slot);
        return holder != NOBODY && holder(holder) == HolderState.AVAILABLE;
    }

    int availableCount() {
        return (int) IntStream.range(0, slots).filter(this::isAvailable).count();
    }

    // tickets

    /** Joins the line. */
    int newTicket() {
        int ticket = cells[TICKETS_GIVEN]++;
        item(ticket, WAITING);
        cells[cell(ticket, IN_LINE)] = 1;
        return ticket;
    }

    void leaveLine(int ticket) {
        cells[cell(ticket, IN_LINE)] = 0;
    }

    boolean isLineEmpty() {
        for (int ticket = 0; ticket < cells[TICKETS_GIVEN]; ticket++) {
            if (cells[cell(ticket, IN_LINE)] != 0) {
                return false;
            }
        }
        return true;
    }

    int item(int ticket) {
        return cells[cell(ticket, ITEM)];
    }

    void item(int ticket, int item) {
        cells[cell(ticket, ITEM)] = (byte) item;
    }

    boolean isLive(int ticket) {
        return item(ticket) <= ENTITLED;
    }

    /** The first in line behind a ticket whose item is live; NOBODY if there is none. */
    int nextLiveBehind(int ticket) {
        for (int next = ticket + 1; next < cells[TICKETS_GIVEN]; next++) {
            if (cells[cell(next, IN_LINE)] != 0 && isLive(next)) {
                return next;
            }
        }
        return NOBODY;
    }

    private int cell(int ticket, int which) {
        return HOLDERS + 2 * slots + TICKET_CELLS * ticket + which;
    }

    // threads

    Step at(int thread) {
        return STEPS[cells[threadCell(thread, AT)]];
    }

    void at(int thread, Step step) {
        cells[threadCell(thread, AT)] = (byte) step.ordinal();
    }

    /** The ticket a thread waits, or last waited, with. */
    int ticket(int thread) {
        return cells[threadCell(thread, TICKET)];
    }

    void ticket(int thread, int ticket) {
        cells[threadCell(thread, TICKET)] = (byte) ticket;
    }

    /** How far a thread's scan has come. */
    int cursor(int thread) {
        return cells[threadCell(thread, CURSOR)];
    }

    void cursor(int thread, int slot) {
        cells[threadCell(thread, CURSOR)] = (byte) slot;
    }

    /** The holder a thread has, or NOBODY. */
    int held(int thread) {
        return cells[threadCell(thread, HELD)];
    }

    void held(int thread, int holder) {
        cells[threadCell(thread, HELD)] = (byte) holder;
    }

    /** The holder a thread has taken for requests, NOBODY or HANDED. */
    int taken(int thread) {
        return cells[threadCell(thread, TAKEN)];
    }

    void taken(int thread, int holder) {
        cells[threadCell(thread, TAKEN)] = (byte) holder;
    }

    /** The waiter a thread is about to wake or to serve. */
    int candidate(int thread) {
        return cells[threadCell(thread, CANDIDATE)];
    }

    void candidate(int thread, int ticket) {
        cells[threadCell(thread, CANDIDATE)] = (byte) ticket;
    }

    /** Where a thread goes on after what it is doing now. */
    Step then(int thread) {
        return STEPS[cells[threadCell(thread, THEN)]];
    }

    void then(int thread, Step step) {
        cells[threadCell(thread, THEN)] = (byte) step.ordinal();
    }

    boolean permit(int thread) {
        return cells[threadCell(thread, PERMIT)] != 0;
    }

    void permit(int thread, boolean given) {
        cells[threadCell(thread, PERMIT)] = (byte) (given ? 1 : 0);
    }

    /** Wakes the thread that waits with a ticket; if it has left meanwhile, nothing happens. */
    void unpark(int ticket) {
        for (int thread = 0; thread < threads; thread++) {
            if (ticket(thread) == ticket && !isRequest(thread)) {
                permit(thread, true);
            }
        }
    }

    /** Wakes a waiter, unless it was told before and has not run since. */
    boolean tell(int ticket) {
        for (int thread = 0; thread < threads; thread++) {
            if (ticket(thread) == ticket && !permit(thread)) {
                permit(thread, true);
                return true;
            }
        }
        return false;
    }

    /** Hands something available to a request without a thread, at a tick. */
    boolean serve(int ticket) {
        for (int slot = 0; slot < slots; slot++) {
            if (isAvailable(slot)) {
                addEntitled(item(ticket) == ENTITLED ? -1 : 0);
                addWaiting(-1);
                holder(seated(slot), HolderState.TAKEN);
                item(ticket, HOLDER + seated(slot));
                leaveLine(ticket);
                return true;
            }
        }
        return false;
    }

    /** Whether a ticket is that of a request without a thread. */
    boolean isDetached(int ticket) {
        for (int thread = 0; thread < threads; thread++) {
            if (ticket(thread) == ticket) {
                return isRequest(thread);
            }
        }
        return false;
    }

    boolean isRequest(int thread) {
        return kind(thread) == WaitingTurn.REQUEST || kind(thread) == WaitingTurn.CANCELLED;
    }

    /** Whether a release hands over to a waiter: an entitled one, or one without a thread. */
    boolean isToBeServed(int ticket) {
        return item(ticket) == ENTITLED || (item(ticket) == WAITING && isDetached(ticket));
    }

    /** Whether a thread is to look, and will never do so. */
    boolean isWithoutProcessor(int thread) {
        return kind(thread) == WaitingTurn.WITHOUT_PROCESSOR
                && at(thread) == Step.PARK
                && notified() == ticket(thread);
    }

    int rounds(int thread) {
        return cells[threadCell(thread, ROUNDS)];
    }

    void rounds(int thread, int left) {
        cells[threadCell(thread, ROUNDS)] = (byte) left;
    }

    int kind(int thread) {
        return cells[threadCell(thread, KIND)];
    }

    void kind(int thread, int kind) {
        cells[threadCell(thread, KIND)] = (byte) kind;
    }

    private int threadCell(int thread, int which) {
        return HOLDERS + 2 * slots + TICKET_CELLS * tickets + THREAD_CELLS * thread + which;
    }

    // one state for many

    /**
     * Returns this state without the tickets that no thread can meet any more, and with its threads
     * in an order of their own.
     */
    WaitingState representative() {
        WaitingState result = new WaitingState(this, cells.clone());
        result.dropDeadTickets();
        result.sortThreads();
        return result;
    }

    private void dropDeadTickets() {
        int given = cells[TICKETS_GIVEN];
        boolean[] alive = new boolean[given];
        for (int ticket = 0; ticket < given; ticket++) {
            alive[ticket] = cells[cell(ticket, IN_LINE)] != 0 || notified() == ticket;
        }
        for (int thread = 0; thread < threads; thread++) {
            mark(alive, ticket(thread));
            mark(alive, candidate(thread));
        }
        int[] renamed = new int[given];
        int kept = 0;
        for (int ticket = 0; ticket < given; ticket++) {
            if (alive[ticket]) {
                cells[cell(kept, ITEM)] = cells[cell(ticket, ITEM)];
                cells[cell(kept, IN_LINE)] = cells[cell(ticket, IN_LINE)];
                renamed[ticket] = kept++;
            }
        }
        Arrays.fill(cells, cell(kept, 0), cell(given, 0), (byte) 0);
        cells[TICKETS_GIVEN] = (byte) kept;
        notified(rename(renamed, notified()));
        for (int thread = 0; thread < threads; thread++) {
            ticket(thread, rename(renamed, ticket(thread)));
            candidate(thread, rename(renamed, candidate(thread)));
        }
    }

    private static void mark(boolean[] alive, int ticket) {
        if (ticket != NOBODY) {
            alive[ticket] = true;
        }
    }

    private static int rename(int[] renamed, int ticket) {
        return ticket == NOBODY ? NOBODY : renamed[ticket];
    }

    private void sortThreads() {
        int first = threadCell(0, 0);
        byte[][] sorted =
                IntStream.range(0, threads)
                        .mapToObj(
                                i ->
                                        Arrays.copyOfRange(
                                                cells, threadCell(i, 0), threadCell(i + 1, 0)))
                        .sorted(Comparator.nullsFirst(Arrays::compare))
                        .toArray(byte[][]::new);
        for (int thread = 0; thread < threads; thread++) {
            System.arraycopy(sorted[thread], 0, cells, first + THREAD_CELLS * thread, THREAD_CELLS);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof WaitingState state && Arrays.equals(cells, state.cells);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(cells);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("holders");
        for (int i = 0; i < slots; i++) {
            text.append(' ').append(holder(i));
        }
        text.append(", waiting ")
                .append(waitingCount())
                .append(", entitled ")
                .append(entitledCount());
        text.append(", notified ").append(notified() == NOBODY ? "nobody" : "ticket " + notified());
        if (refusing()) {
            text.append(", refusing");
        }
        for (int i = 0; i < threads; i++) {
            text.append(", thread ").append(i).append(" at ").append(at(i));
        }
        return text.toString();
    }
}
