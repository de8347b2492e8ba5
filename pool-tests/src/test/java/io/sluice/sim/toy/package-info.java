/** Small programs with known defects, and the same without them. */
package io.sluice.sim.toy;
