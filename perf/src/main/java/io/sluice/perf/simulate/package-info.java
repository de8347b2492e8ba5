/** The front door of the simulator. */
@NullMarked
package io.sluice.perf.simulate;

import org.jspecify.annotations.NullMarked;
