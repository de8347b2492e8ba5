/**
 * The commands that measure Sluice beside its peers; {@link io.sluice.perf.Main} is where they
 * start.
 */
@NullMarked
package io.sluice.perf;

import org.jspecify.annotations.NullMarked;
