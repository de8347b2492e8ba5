package io.sluice.pool.model;

/** Where a thread is: the step it makes next. */
enum Step {
    // acquire
    SCAN_FIRST,
    COUNT_SELF,
    JOIN_LINE,
    ORDER,
    COUNT_ORDERED,
    READ_ITEM,
    READ_REFUSAL,
    SCAN_AGAIN,
    CLAIM_FOUND,
    DECIDE,
    BECOME_ENTITLED,
    COUNT_ENTITLED,
    KEEP_NAME,
    CLEAR_NAME,
    ASK_FOR_GROWTH,
    READ_ITEM_LAST,
    READ_WOKEN_LAST,
    PARK,
    UNCOUNT_ENTITLED,
    UNCOUNT_SELF,
    LEAVE_LINE,
    // a request without a thread
    LOOK_JOINED,
    READ_REFUSAL_JOINED,
    AWAIT,
    // on every way out
    CLEAR_NAME_LEAVING,
    READ_WAITING_LEAVING,
    READ_WOKEN_LEAVING,
    SCAN_LEAVING,
    // wake a waiter
    SIGNAL,
    PICK,
    NAME,
    CHECK_NAMED,
    UNNAME,
    UNPARK,
    TAKE_FOR_REQUEST,
    FIND_OLDEST_FOR_TAKEN,
    HAND_TAKEN,
    PUT_TAKEN_BACK,
    // release
    HOLD,
    READ_ENTITLED,
    FIND_OLDEST,
    HAND_OVER,
    UNCOUNT_HANDED,
    COUNT_OUT_HANDED,
    REMOVE_HANDED,
    UNPARK_HANDED,
    PUBLISH,
    READ_WAITING,
    LOOK_AT_TURN,
    GRANT_TURN,
    COUNT_TURN,
    // close
    REFUSE,
    DOOM,
    REFUSE_NEXT,
    UNCOUNT_REFUSED,
    COUNT_OUT_REFUSED,
    REMOVE_REFUSED,
    UNPARK_REFUSED,
    // evict
    RESERVE,
    MOVE_LAST,
    EMPTY_LAST,
    READ_WAITING_EVICTING,
    SCAN_EVICTING,
    // at each tick
    TICK,

    // the end
    END_OF_ROUND,
    DONE
}
