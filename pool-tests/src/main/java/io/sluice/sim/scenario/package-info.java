/** What is done to a pool: threads that use it, one that operates it, all drawn from the seed. */
@NullMarked
package io.sluice.sim.scenario;

import org.jspecify.annotations.NullMarked;
