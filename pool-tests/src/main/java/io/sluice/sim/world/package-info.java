/** The simulated server: its resources, its faults, and chances drawn from the seed. */
@NullMarked
package io.sluice.sim.world;

import org.jspecify.annotations.NullMarked;
