package io.sluice.pool.model;

import static io.sluice.pool.model.WaitingState.ENTITLED;
import static io.sluice.pool.model.WaitingState.GONE;
import static io.sluice.pool.model.WaitingState.HANDED;
import static io.sluice.pool.model.WaitingState.HOLDER;
import static io.sluice.pool.model.WaitingState.NOBODY;
import static io.sluice.pool.model.WaitingState.REFUSED;
import static io.sluice.pool.model.WaitingState.WAITING;

import io.sluice.pool.model.Model.Move;
import io.sluice.pool.model.WaitingState.HolderState;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The moves of one thread in one state. */
final class WaitingTurn {

    static final int PATIENT = 0;
    static final int MAY_TIME_OUT = 1;
    static final int CLOSER = 2;
    static final int EVICTOR = 3;
    static final int WITHOUT_PROCESSOR = 4;
    static final int TICKER = 5;
    static final int REQUEST = 6;
    static final int CANCELLED = 7;

    private final WaitingState state;
    private final int thread;
    private final int slots;
    private final int ticket;
    private final Set<Part> parts;
    private final List<Move<WaitingState>> moves;

    WaitingTurn(WaitingState state, int thread, Set<Part> parts, List<Move<WaitingState>> moves) {
        this.state = state;
        this.thread = thread;
        this.slots = state.slots;
        this.parts = parts;
        this.ticket = state.ticket(thread);
        this.moves = moves;
    }

    void take() {
        switch (state.at(thread)) {
            case SCAN_FIRST -> scan(Step.HOLD, Step.COUNT_SELF);
            case JOIN_LINE -> joinLine();
            case COUNT_SELF -> countSelf();
            case ORDER -> order();
            case COUNT_ORDERED ->
                    go("counts itself entitled", joined(), next -> next.addEntitled(1));
            case READ_ITEM -> readItem();
            case READ_REFUSAL -> readRefusal();
            case SCAN_AGAIN -> scan(Step.CLAIM_FOUND, Step.DECIDE);
            case CLAIM_FOUND -> claimFound();
            case DECIDE -> decide();
            case BECOME_ENTITLED -> becomeEntitled();
            case COUNT_ENTITLED -> countEntitled();
            case KEEP_NAME -> keepName();
            case CLEAR_NAME -> clearName();
            case ASK_FOR_GROWTH -> askForGrowth();
            case READ_ITEM_LAST -> readItemLast();
            case READ_WOKEN_LAST -> readWokenLast();
            case PARK -> park();
            case LOOK_JOINED -> lookJoined();
            case READ_REFUSAL_JOINED -> readRefusalJoined();
            case AWAIT -> awaitEnd();
            case UNCOUNT_ENTITLED -> uncountEntitled();
            case UNCOUNT_SELF ->
                    go("counts itself out", Step.LEAVE_LINE, next -> next.addWaiting(-1));
            case LEAVE_LINE ->
                    go(
                            "leaves the line",
                            state.isRequest(thread) // it is never named
                                    ? Step.READ_WAITING_LEAVING
                                    : Step.CLEAR_NAME_LEAVING,
                            next -> next.leaveLine(ticket));
            case CLEAR_NAME_LEAVING -> clearNameLeaving();
            case READ_WAITING_LEAVING -> readWaitingLeaving();
            case READ_WOKEN_LEAVING -> readWokenLeaving();
            case SCAN_LEAVING -> scanLeaving();
            case SIGNAL -> signal();
            case PICK -> pick();
            case NAME -> name();
            case CHECK_NAMED -> checkNamed();
            case UNNAME -> unname();
            case UNPARK -> unpark("wakes", () -> state.then(thread));
            case TAKE_FOR_REQUEST -> takeForRequest();
            case FIND_OLDEST_FOR_TAKEN -> findOldestForTaken();
            case HAND_TAKEN -> handTaken();
            case PUT_TAKEN_BACK -> putTakenBack();
            case HOLD ->
                    go(
                            "releases",
                            Step.READ_ENTITLED,
                            next -> next.then(thread, Step.END_OF_ROUND));
            case READ_ENTITLED -> readEntitled();
            case FIND_OLDEST -> findOldest();
            case HAND_OVER -> handOver();
            case UNCOUNT_HANDED ->
                    go(
                            "counts an entitled one out",
                            Step.COUNT_OUT_HANDED,
                            next -> next.addEntitled(-1));
            case COUNT_OUT_HANDED ->
                    go("counts one out", Step.REMOVE_HANDED, next -> next.addWaiting(-1));
            case REMOVE_HANDED -> remove(Step.UNPARK_HANDED);
            case UNPARK_HANDED -> unparkHanded();
            case LOOK_AT_TURN -> lookAtTurn();
            case GRANT_TURN -> grantTurn();
            case COUNT_TURN ->
                    go("counts one more entitled", Step.SIGNAL, next -> next.addEntitled(1));
            case PUBLISH -> publish();
            case READ_WAITING -> readWaiting();
            case REFUSE -> refuse();
            case DOOM -> doom();
            case REFUSE_NEXT -> refuseNext();
            case UNCOUNT_REFUSED ->
                    go(
                            "counts an entitled one out",
                            Step.COUNT_OUT_REFUSED,
                            next -> next.addEntitled(-1));
            case COUNT_OUT_REFUSED ->
                    go("counts one out", Step.REMOVE_REFUSED, next -> next.addWaiting(-1));
            case REMOVE_REFUSED -> remove(Step.UNPARK_REFUSED);
            case UNPARK_REFUSED -> unpark("wakes, refused,", () -> Step.REFUSE_NEXT);
            case RESERVE -> reserve();
            case MOVE_LAST -> moveLast();
            case EMPTY_LAST -> emptyLast();
            case READ_WAITING_EVICTING -> readWaitingEvicting();
            case SCAN_EVICTING -> look(Step.END_OF_ROUND);
            case TICK -> tick();
            case END_OF_ROUND -> endOfRound();
            case DONE -> {}
        }
    }

    // acquire

    private void scan(Step found, Step notFound) {
        int slot = state.cursor(thread);
        if (slot == slots) {
            go("has found nothing", notFound, next -> next.cursor(thread, 0));
        } else if (state.isAvailable(slot)) {
            int holder = state.seated(slot);
            go(
                    "takes holder " + holder,
                    found,
                    next -> {
                        next.cursor(thread, 0);
                        next.holder(holder, HolderState.TAKEN);
                        next.held(thread, holder);
                    });
        } else {
            go("passes slot " + slot, state.at(thread), next -> next.cursor(thread, slot + 1));
        }
    }

    private void joinLine() {
        joinLine("joins the line, where leases are short", joined());
        joinLine("joins the line, where leases are long", Step.ORDER);
    }

    private void joinLine(String what, Step after) {
        go(what, after, next -> next.ticket(thread, next.newTicket()));
    }

    /** What follows when it has joined, and is entitled or not. */
    private Step joined() {
        if (state.isRequest(thread)) {
            return Step.LOOK_JOINED;
        }
        return parts.contains(Part.SCANNING_AFTER_COUNTING) ? Step.READ_ITEM : Step.DECIDE;
    }

    private void countSelf() {
        go("counts itself waiting", Step.JOIN_LINE, next -> next.addWaiting(1));
    }

    private void readItem() {
        int item = state.item(ticket);
        if (state.isLive(ticket)) {
            go("finds nothing handed over", Step.READ_REFUSAL, next -> {});
        } else if (item == REFUSED) {
            go("finds itself refused", Step.CLEAR_NAME_LEAVING, next -> {});
        } else {
            // The owner of the item reads it once; dropping it afterwards keeps the states few.
            go(
                    "finds holder " + (item - HOLDER) + " handed over",
                    Step.CLEAR_NAME_LEAVING,
                    next -> {
                        next.held(thread, item - HOLDER);
                        next.item(ticket, GONE);
                    });
        }
    }

    private void readRefusal() {
        if (state.refusing()) {
            end("reads that all are refused", true);
        } else {
            go("reads that nobody is refused", Step.SCAN_AGAIN, next -> {});
        }
    }

    private void claimFound() {
        if (state.isLive(ticket)) {
            end("keeps what it found", true);
        } else if (parts.contains(Part.GIVING_BACK)) {
            go(
                    "gives back what it found",
                    Step.READ_ENTITLED,
                    next -> next.then(thread, Step.READ_ITEM));
        } else {
            go("forgets what it found", Step.READ_ITEM, next -> next.held(thread, NOBODY));
        }
    }

    /** Ends the own item, if it is live still. */
    private void end(String why, boolean sure) {
        if (!state.isLive(ticket)) {
            Step again = state.isRequest(thread) ? Step.AWAIT : Step.READ_ITEM;
            add(why + ", but was served or refused", again, next -> {}, sure);
            return;
        }
        boolean entitled = state.item(ticket) == ENTITLED;
        Step then = entitled ? Step.UNCOUNT_ENTITLED : Step.UNCOUNT_SELF;
        add(why + " and is gone", then, next -> next.item(ticket, GONE), sure);
    }

    private void uncountEntitled() {
        go("counts itself entitled no more", Step.UNCOUNT_SELF, next -> next.addEntitled(-1));
    }

    private void decide() {
        if (state.kind(thread) == MAY_TIME_OUT) {
            end("times out", false);
        }
        if (state.notified() != ticket) {
            go("sees that it was not told to look", Step.ASK_FOR_GROWTH, next -> {});
            return;
        }
        go("sees that it was told to look", Step.CLEAR_NAME, next -> {});
        go(
                "sees that it was told to look, and that leases are long",
                Step.BECOME_ENTITLED,
                next -> {});
        go("sees that it was told to look, too often", Step.KEEP_NAME, next -> {});
    }

    private void order() {
        if (state.item(ticket) == WAITING) {
            go("becomes entitled", Step.COUNT_ORDERED, next -> next.item(ticket, ENTITLED));
        } else {
            go("does not become entitled", joined(), next -> {});
        }
    }

    private void becomeEntitled() {
        if (state.item(ticket) == WAITING) {
            go("becomes entitled", Step.COUNT_ENTITLED, next -> next.item(ticket, ENTITLED));
        } else {
            go("does not become entitled", Step.CLEAR_NAME, next -> {});
        }
    }

    private void countEntitled() {
        go("counts itself entitled", Step.CLEAR_NAME, next -> next.addEntitled(1));
        go(
                "counts itself entitled, told to look too often",
                Step.KEEP_NAME,
                next -> next.addEntitled(1));
    }

    private void keepName() {
        if (state.permit(thread)) {
            go("wakes up", Step.READ_ITEM, next -> next.permit(thread, false));
        } else if (parts.contains(Part.LOOKING_AFTER_A_WHILE)) {
            go("has parked long enough", Step.READ_ITEM, next -> {});
        }
    }

    private void clearName() {
        Step next = parts.contains(Part.LOOKING_WHEN_NOTIFIED) ? Step.READ_ITEM : Step.PARK;
        go("clears its name, to look again", next, n -> clear(n, ticket));
    }

    /** At worst it waits for a lock, and a wake-up that came meanwhile is gone. */
    private void askForGrowth() {
        Step then = parts.contains(Part.LOOKING_BEFORE_PARKING) ? Step.READ_ITEM_LAST : Step.PARK;
        go("asks for growth, behind a lock", then, next -> next.permit(thread, false));
    }

    private void readItemLast() {
        if (state.isLive(ticket)) {
            go("sees that it is not served yet", Step.READ_WOKEN_LAST, next -> {});
        } else {
            go("sees that it is served or refused", Step.READ_ITEM, next -> {});
        }
    }

    private void readWokenLast() {
        if (state.notified() == ticket) {
            go("sees that it is told to look by now", Step.READ_ITEM, next -> {});
        } else {
            go("sees that it is not told to look yet", Step.PARK, next -> {});
        }
    }

    private void park() {
        if (state.isWithoutProcessor(thread)) {
            return;
        }
        if (state.permit(thread)) {
            go("wakes up", Step.READ_ITEM, next -> next.permit(thread, false));
        } else {
            add("wakes up for no reason", Step.READ_ITEM, next -> {}, false);
        }
    }

    // a request without a thread

    private void lookJoined() {
        if (parts.contains(Part.SIGNALLING_WHEN_JOINED)) {
            look(Step.READ_REFUSAL_JOINED);
        } else {
            go("does not look", Step.READ_REFUSAL_JOINED, next -> {});
        }
    }

    private void readRefusalJoined() {
        if (state.refusing()) {
            end("reads that all are refused", true);
        } else {
            go("reads that nobody is refused", Step.AWAIT, next -> {});
        }
    }

    private void awaitEnd() {
        int item = state.item(ticket);
        boolean mayBeCancelled = state.kind(thread) == CANCELLED;
        if (state.isLive(ticket)) {
            if (mayBeCancelled) {
                end("is cancelled", false);
            }
        } else if (item == REFUSED) {
            go("finds itself refused", Step.READ_WAITING_LEAVING, next -> {});
        } else {
            int holder = item - HOLDER;
            go(
                    "gets holder " + holder,
                    Step.READ_WAITING_LEAVING,
                    next -> {
                        next.held(thread, holder);
                        next.item(ticket, GONE);
                    });
            if (mayBeCancelled && !parts.contains(Part.PASSING_ON)) {
                go(
                        "was cancelled, and forgets holder " + holder,
                        Step.READ_WAITING_LEAVING,
                        next -> next.item(ticket, GONE));
            }
        }
    }

    // on every way out

    private void clearNameLeaving() {
        if (parts.contains(Part.CLEARING_ON_LEAVING)) {
            go("clears its name, leaving", Step.READ_WAITING_LEAVING, next -> clear(next, ticket));
        } else {
            go("leaves its name", Step.READ_WAITING_LEAVING, next -> {});
        }
    }

    private void readWaitingLeaving() {
        boolean look = state.waitingCount() > 0 && parts.contains(Part.LOOKING_ON_LEAVING);
        go(
                look ? "sees that others wait" : "sees no others wait",
                look ? Step.READ_WOKEN_LEAVING : left(),
                next -> {});
    }

    private void readWokenLeaving() {
        boolean look = state.notified() == NOBODY;
        go(
                look ? "sees that nobody was notified" : "sees that one was notified",
                look ? Step.SCAN_LEAVING : left(),
                next -> {});
    }

    private void scanLeaving() {
        look(left());
    }

    /** Goes over the slots and signals if something is available. */
    private void look(Step then) {
        int slot = state.cursor(thread);
        if (slot == slots) {
            go("sees nothing available", then, next -> next.cursor(thread, 0));
        } else if (state.isAvailable(slot)) {
            go(
                    "sees slot " + slot + " available",
                    Step.SIGNAL,
                    next -> {
                        next.cursor(thread, 0);
                        next.then(thread, then);
                    });
        } else {
            go("passes slot " + slot, state.at(thread), next -> next.cursor(thread, slot + 1));
        }
    }

    private Step left() {
        return state.held(thread) == NOBODY ? Step.END_OF_ROUND : Step.HOLD;
    }

    // wake a waiter

    private void signal() {
        if (state.notified() != NOBODY) {
            go("sees a wake-up in flight", state.then(thread), next -> {});
        } else {
            go("sees no wake-up in flight", Step.PICK, next -> {});
        }
    }

    private void pick() {
        int oldest = state.nextLiveBehind(NOBODY);
        if (oldest == NOBODY) {
            go("finds nobody to wake", state.then(thread), next -> {});
        } else if (state.isDetached(oldest)) {
            go("sees that the oldest has no thread", Step.TAKE_FOR_REQUEST, next -> {});
        } else {
            go("picks ticket " + oldest, Step.NAME, next -> next.candidate(thread, oldest));
        }
    }

    private void name() {
        int named = state.candidate(thread);
        if (state.notified() != NOBODY) {
            go("finds another named", state.then(thread), next -> next.candidate(thread, NOBODY));
        } else {
            Step next = parts.contains(Part.CHECKING_AFTER_NAMING) ? Step.CHECK_NAMED : Step.UNPARK;
            go("names ticket " + named, next, n -> n.notified(named));
        }
    }

    private void checkNamed() {
        if (state.isLive(state.candidate(thread))) {
            go("sees that the named one is live", Step.UNPARK, next -> {});
        } else {
            go("sees that the named one has left", Step.UNNAME, next -> {});
        }
    }

    private void unname() {
        int named = state.candidate(thread);
        go(
                "clears the name of ticket " + named,
                Step.SIGNAL,
                next -> {
                    clear(next, named);
                    next.candidate(thread, NOBODY);
                });
    }

    private void unpark(String verb, Supplier<Step> then) {
        int notified = state.candidate(thread);
        Step step = then.get();
        boolean keep = step == Step.REFUSE_NEXT;
        go(
                verb + " ticket " + notified,
                step,
                next -> {
                    next.unpark(notified);
                    next.candidate(thread, keep ? notified : NOBODY);
                    if (next.taken(thread) == HANDED) {
                        next.taken(thread, NOBODY);
                    }
                });
    }

    // take something available for requests

    private void takeForRequest() {
        int slot = state.cursor(thread);
        if (slot == slots) {
            go("finds nothing to hand over", state.then(thread), next -> next.cursor(thread, 0));
        } else if (state.isAvailable(slot)) {
            int holder = state.seated(slot);
            go(
                    "takes holder " + holder + " for a request",
                    Step.FIND_OLDEST_FOR_TAKEN,
                    next -> {
                        next.cursor(thread, 0);
                        next.holder(holder, HolderState.TAKEN);
                        next.taken(thread, holder);
                    });
        } else {
            go("passes slot " + slot, state.at(thread), next -> next.cursor(thread, slot + 1));
        }
    }

    private void findOldestForTaken() {
        int oldest = state.nextLiveBehind(NOBODY);
        if (oldest != NOBODY && state.isToBeServed(oldest)) {
            go(
                    "finds ticket " + oldest + " to be served",
                    Step.HAND_TAKEN,
                    next -> next.candidate(thread, oldest));
        } else {
            go("finds a thread in front, or nobody", Step.PUT_TAKEN_BACK, next -> {});
        }
    }

    private void handTaken() {
        int oldest = state.candidate(thread);
        int holder = state.taken(thread);
        if (state.holder(holder) == HolderState.DOOMED) {
            go(
                    "finds its holder doomed",
                    Step.PUT_TAKEN_BACK,
                    next -> next.candidate(thread, NOBODY));
        } else if (state.isToBeServed(oldest)) {
            go(
                    "hands holder " + holder + " to ticket " + oldest,
                    countOutHanded(oldest),
                    next -> {
                        next.item(oldest, HOLDER + holder);
                        next.taken(thread, HANDED);
                    });
        } else {
            go(
                    "finds ticket " + oldest + " gone",
                    Step.FIND_OLDEST_FOR_TAKEN,
                    next -> next.candidate(thread, NOBODY));
        }
    }

    private Step countOutHanded(int ticket) {
        return state.item(ticket) == ENTITLED ? Step.UNCOUNT_HANDED : Step.COUNT_OUT_HANDED;
    }

    private void putTakenBack() {
        int holder = state.taken(thread);
        boolean doomed = state.holder(holder) == HolderState.DOOMED;
        go(
                (doomed ? "closes holder " : "puts back holder ") + holder,
                afterTaken(),
                next -> {
                    next.holder(holder, doomed ? HolderState.CLOSED : HolderState.AVAILABLE);
                    next.taken(thread, NOBODY);
                });
    }

    private Step afterTaken() {
        return parts.contains(Part.SIGNALLING_AGAIN) ? Step.SIGNAL : state.then(thread);
    }

    private void unparkHanded() {
        boolean wasTaken = state.taken(thread) == HANDED;
        unpark("wakes, served,", () -> wasTaken ? afterTaken() : state.then(thread));
    }

    // release

    private void readEntitled() {
        if (state.entitledCount() > 0) {
            go("sees that a waiter is entitled", Step.FIND_OLDEST, next -> {});
        } else {
            beginToPublish("sees that nobody is entitled");
        }
    }

    private void findOldest() {
        int oldest = state.nextLiveBehind(NOBODY);
        if (oldest != NOBODY && state.isToBeServed(oldest)) {
            go(
                    "finds ticket " + oldest + " to be served",
                    Step.HAND_OVER,
                    next -> next.candidate(thread, oldest));
        } else {
            beginToPublish("finds no entitled one in front");
        }
    }

    private void handOver() {
        int oldest = state.candidate(thread);
        int holder = state.held(thread);
        if (state.holder(holder) == HolderState.DOOMED) {
            go(
                    "finds its holder doomed and closes it",
                    state.then(thread),
                    next -> {
                        next.holder(holder, HolderState.CLOSED);
                        next.held(thread, NOBODY);
                        next.candidate(thread, NOBODY);
                    });
        } else if (state.isToBeServed(oldest)) {
            go(
                    "hands holder " + holder + " to ticket " + oldest,
                    countOutHanded(oldest),
                    next -> {
                        next.item(oldest, HOLDER + holder);
                        next.held(thread, NOBODY);
                    });
        } else {
            go(
                    "finds ticket " + oldest + " served",
                    Step.FIND_OLDEST,
                    next -> next.candidate(thread, NOBODY));
        }
    }

    private void remove(Step then) {
        int ended = state.candidate(thread);
        go("takes ticket " + ended + " out of the line", then, next -> next.leaveLine(ended));
    }

    private void lookAtTurn() {
        int oldest = state.nextLiveBehind(NOBODY);
        go("sees no turn due", Step.SIGNAL, next -> {});
        if (oldest != NOBODY) {
            go(
                    "sees that ticket " + oldest + " is to have its turn",
                    Step.GRANT_TURN,
                    next -> next.candidate(thread, oldest));
        }
    }

    private void grantTurn() {
        int waiter = state.candidate(thread);
        if (state.item(waiter) == WAITING) {
            go(
                    "marks ticket " + waiter + " entitled",
                    Step.COUNT_TURN,
                    next -> {
                        next.item(waiter, ENTITLED);
                        next.candidate(thread, NOBODY);
                    });
        } else {
            go("finds no need to mark", Step.SIGNAL, next -> next.candidate(thread, NOBODY));
        }
    }

    private void beginToPublish(String why) {
        go(
                why,
                parts.contains(Part.PUBLISHING_FIRST) ? Step.PUBLISH : Step.READ_WAITING,
                next -> {});
    }

    private void publish() {
        int holder = state.held(thread);
        boolean doomed = state.holder(holder) == HolderState.DOOMED;
        boolean signal =
                !doomed && (parts.contains(Part.PUBLISHING_FIRST) || state.cursor(thread) == 1);
        Step after = parts.contains(Part.PUBLISHING_FIRST) ? Step.READ_WAITING : Step.SIGNAL;
        go(
                doomed ? "closes holder " + holder : "makes holder " + holder + " available",
                signal ? after : state.then(thread),
                next -> {
                    next.holder(holder, doomed ? HolderState.CLOSED : HolderState.AVAILABLE);
                    next.held(thread, NOBODY);
                    next.cursor(thread, 0);
                });
    }

    private void readWaiting() {
        boolean some = state.waitingCount() != 0;
        String text = some ? "sees that a thread waits" : "sees no thread wait";
        if (parts.contains(Part.PUBLISHING_FIRST)) {
            go(text, some ? Step.LOOK_AT_TURN : state.then(thread), next -> {});
        } else {
            go(text, Step.PUBLISH, next -> next.cursor(thread, some ? 1 : 0));
        }
    }

    // close

    private void refuse() {
        boolean first = parts.contains(Part.REFUSING_FIRST);
        go(
                "closes: refuses new callers",
                first ? Step.REFUSE_NEXT : Step.DOOM,
                WaitingState::refuse);
    }

    private void doom() {
        int holder = state.cursor(thread);
        if (holder == slots) {
            go("has doomed all", Step.END_OF_ROUND, next -> next.cursor(thread, 0));
            return;
        }
        boolean idle = state.holder(holder) != HolderState.TAKEN;
        go(
                (idle ? "closes holder " : "dooms holder ") + holder,
                Step.DOOM,
                next -> {
                    next.holder(holder, idle ? HolderState.CLOSED : HolderState.DOOMED);
                    next.cursor(thread, holder + 1);
                });
    }

    private void refuseNext() {
        int waiter = state.nextLiveBehind(state.candidate(thread));
        if (waiter == NOBODY) {
            Step next = parts.contains(Part.REFUSING_FIRST) ? Step.DOOM : Step.REFUSE;
            go("has refused all", next, n -> n.candidate(thread, NOBODY));
            return;
        }
        boolean entitled = state.item(waiter) == ENTITLED;
        go(
                "refuses ticket " + waiter,
                entitled ? Step.UNCOUNT_REFUSED : Step.COUNT_OUT_REFUSED,
                next -> {
                    next.item(waiter, REFUSED);
                    next.candidate(thread, waiter);
                });
    }

    // evict

    /** Takes the first holder out of the pool if it is idle. */
    private void reserve() {
        if (state.holder(0) == HolderState.AVAILABLE) {
            go("reserves holder 0", Step.MOVE_LAST, next -> next.holder(0, HolderState.CLOSED));
        } else {
            go("finds nothing to evict", Step.END_OF_ROUND, next -> {});
        }
    }

    private void moveLast() {
        int last = slots - 1;
        go(
                "moves the last holder into slot 0",
                Step.EMPTY_LAST,
                next -> next.seat(0, state.seated(last)));
    }

    private void emptyLast() {
        boolean look = parts.contains(Part.LOOKING_AFTER_MOVING);
        Step then = look ? Step.READ_WAITING_EVICTING : Step.END_OF_ROUND;
        go("empties the last slot", then, next -> next.seat(slots - 1, NOBODY));
    }

    private void readWaitingEvicting() {
        boolean some = state.waitingCount() != 0;
        Step then = some ? Step.SCAN_EVICTING : Step.END_OF_ROUND;
        go(some ? "sees that a thread waits" : "sees no thread wait", then, next -> {});
    }

    // at each tick

    /** A tick that would wake no waiter is left out, or no state would ever be stuck. */
    private void tick() {
        WaitingState after = state.copy();
        int left = state.availableCount();
        for (int waiter = state.nextLiveBehind(NOBODY);
                waiter != NOBODY && left > 0;
                waiter = state.nextLiveBehind(waiter)) {
            if (waiter != state.notified() && told(waiter, after)) {
                left--;
            }
        }
        if (!after.equals(state) && parts.contains(Part.TELLING_AT_TICKS)) {
            moves.add(new Move<>("a tick tells waiters to look", after, true));
        }
    }

    private boolean told(int waiter, WaitingState after) {
        return state.isDetached(waiter) ? after.serve(waiter) : after.tell(waiter);
    }

    // the end

    private void endOfRound() {
        int left = state.rounds(thread) - 1;
        boolean again = left > 0;
        go(
                again ? "comes again" : "is done",
                again ? Step.SCAN_FIRST : Step.DONE,
                next -> {
                    next.rounds(thread, Math.max(left, 0));
                    next.ticket(thread, NOBODY);
                    next.then(thread, Step.END_OF_ROUND);
                    next.permit(thread, false);
                });
    }

    private void clear(WaitingState next, int ticket) {
        if (next.notified() == ticket) {
            next.notified(NOBODY);
        }
    }

    private void go(String text, Step to, Consumer<WaitingState> change) {
        add(text, to, change, true);
    }

    private void add(String text, Step to, Consumer<WaitingState> change, boolean sure) {
        WaitingState next = state.copy();
        next.at(thread, to);
        change.accept(next);
        moves.add(new Move<>("thread " + thread + " " + text, next, sure));
    }
}
