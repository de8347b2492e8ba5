package io.sluice.pool;

import io.sluice.pool.spi.DiscardReason;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One resource that has left a pool. Immutable.
 *
 * @param at when it was destroyed
 * @param resource the resource as text
 * @param reason why it left
 * @param cause the type of the exception that was the cause, or null without one; its message may
 *     be confidential and is only in the log
 */
public record DiscardReport(
        Instant at, String resource, DiscardReason reason, @Nullable String cause) {

    /** Returns the report as text, in one line. */
    @Override
    public String toString() {
        return at + " " + reason + " " + resource + (cause == null ? "" : ", " + cause);
    }
}
