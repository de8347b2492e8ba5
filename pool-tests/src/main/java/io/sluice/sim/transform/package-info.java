/** Loads code anew, rewritten to run under the scheduler of a simulation. */
@NullMarked
package io.sluice.sim.transform;

import org.jspecify.annotations.NullMarked;
