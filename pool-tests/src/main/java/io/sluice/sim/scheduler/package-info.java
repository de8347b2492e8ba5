/**
 * Owns time and every interleaving of one simulation: one thread runs at a time, and at each point
 * a {@link io.sluice.sim.scheduler.Schedule} may let another go on. Code that was rewritten calls
 * {@link io.sluice.sim.scheduler.Hooks}.
 */
@NullMarked
package io.sluice.sim.scheduler;

import org.jspecify.annotations.NullMarked;
