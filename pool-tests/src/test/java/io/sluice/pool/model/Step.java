package io.sluice.pool.model;

/** Where a thread is: the step it makes next. */
enum Step {
    // acquire
    SCAN_FIRST,
    JOIN_LINE,
    COUNT_SELF,
    READ_ITEM,
    READ_REFUSAL,
    SCAN_AGAIN,
    CLAIM_FOUND,
    DECIDE,
    BECOME_OLD,
    COUNT_OLD,
    CLEAR_NAME,
    PARK,
    UNCOUNT_OLD,
    // on every way out
    LEAVE_LINE,
    UNCOUNT_SELF,
    CLEAR_NAME_LEAVING,
    READ_WAITING_LEAVING,
    READ_WOKEN_LEAVING,
    SCAN_LEAVING,
    // wake somebody
    SIGNAL,
    PICK,
    NAME,
    CHECK_NAMED,
    UNNAME,
    UNPARK,
    // release
    HOLD,
    READ_OLD,
    FIND_OLDEST,
    HAND_OVER,
    UNCOUNT_HANDED,
    UNPARK_HANDED,
    FIND_NEXT_OLD,
    MARK_NEXT_OLD,
    COUNT_NEXT_OLD,
    PUBLISH,
    READ_WAITING,
    // close
    REFUSE,
    DOOM,
    REFUSE_NEXT,
    UNCOUNT_REFUSED,
    UNPARK_REFUSED,
    // evict
    RESERVE,
    MOVE_LAST,
    EMPTY_LAST,
    READ_WAITING_EVICTING,
    SCAN_EVICTING,

    // the end
    END_OF_ROUND,
    DONE
}
