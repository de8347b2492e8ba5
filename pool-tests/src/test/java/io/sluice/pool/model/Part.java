package io.sluice.pool.model;

/** A part of the protocol that can be left out, to see that it is needed. */
enum Part {
    /** A waiter that has counted itself scans once more. */
    SCANNING_AFTER_COUNTING,
    /** A notified waiter looks once more before it parks. */
    LOOKING_WHEN_NOTIFIED,
    /** A waiter that keeps its name, notified in vain too often, looks again after a while. */
    LOOKING_AFTER_A_WHILE,
    /** A waiter that has asked for growth looks whether it was notified before it parks. */
    LOOKING_BEFORE_PARKING,
    /** A leaving waiter clears its name. */
    CLEARING_ON_LEAVING,
    /** A leaving waiter checks whether something is available for those that stay. */
    LOOKING_ON_LEAVING,
    /** A thread that names a waiter checks afterwards whether it is still live. */
    CHECKING_AFTER_NAMING,
    /** A release publishes its holder before it reads whether a thread waits. */
    PUBLISHING_FIRST,
    /** A tick tells as many waiters to look as there is something available, and names none. */
    TELLING_AT_TICKS,
    /** A waiter that finds something when one was handed to it gives the other back. */
    GIVING_BACK,
    /** A request without a thread signals if something is available once it has joined. */
    SIGNALLING_WHEN_JOINED,
    /** A thread that took something for a request looks again whom to serve or to notify. */
    SIGNALLING_AGAIN,
    /** A request that was cancelled when a holder was handed to it passes that on. */
    PASSING_ON,

    /**
     * A thread that takes a holder out, and moves another into its slot, checks for an available
     * holder that a scan may have missed.
     */
    LOOKING_AFTER_MOVING,
    /**
     * A close refuses before it looks for waiters, a waiter looks for a refusal after it has
     * counted itself.
     */
    REFUSING_FIRST
}
