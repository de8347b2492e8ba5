/** One instance of a fleet that shares a PostgreSQL; {@code perf/fleet} starts several. */
@NullMarked
package io.sluice.perf.fleet;

import org.jspecify.annotations.NullMarked;
