/**
 * Simulates a pool: its own code, rewritten only where it meets the JDK's threads and clocks, on a
 * virtual clock, under a scheduler that owns every interleaving. A failure is a seed that repeats
 * it.
 */
@NullMarked
package io.sluice.sim;

import org.jspecify.annotations.NullMarked;
