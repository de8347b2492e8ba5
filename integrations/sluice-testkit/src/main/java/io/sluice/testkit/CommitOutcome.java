package io.sluice.testkit;

/**
 * What has become of a transaction whose commit was sent and never answered.
 *
 * @since 0.1.0
 */
public enum CommitOutcome {
    /** The server committed; only its answer was lost. */
    COMMITTED,
    /** The server was lost before it committed, and rolled back. */
    ROLLED_BACK
}
