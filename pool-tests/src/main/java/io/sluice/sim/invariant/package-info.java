/** What is true of every pool, at quiet moments and at the end. */
@NullMarked
package io.sluice.sim.invariant;

import org.jspecify.annotations.NullMarked;
