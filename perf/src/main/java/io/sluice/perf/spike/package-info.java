/** Many requests at once on a pool that has few connections or none. */
@NullMarked
package io.sluice.perf.spike;

import org.jspecify.annotations.NullMarked;
