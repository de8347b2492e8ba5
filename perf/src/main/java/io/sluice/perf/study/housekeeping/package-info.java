/** The command {@code housekeeping}: the cost of idle pools, and of waking a thread. */
@NullMarked
package io.sluice.perf.study.housekeeping;

import org.jspecify.annotations.NullMarked;
