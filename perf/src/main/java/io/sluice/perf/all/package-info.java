/** The command {@code all}: every other one, in sequence. */
@NullMarked
package io.sluice.perf.all;

import org.jspecify.annotations.NullMarked;
