package io.sluice.sim.scheduler;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of a simulation.
 *
 * @param failure what went wrong; null if nothing did
 * @param cause what was thrown with it, if anything
 * @param log what happened
 * @param nanos how long it took, in virtual time
 * @param schedule how threads were scheduled
 * @param parts the parts of the scenario that took place
 */
public record Outcome(
        @Nullable String failure,
        @Nullable Throwable cause,
        EventLog log,
        long nanos,
        String schedule,
        List<String> parts) {}
