/** The command {@code housekeeping}: what pools cost that nobody uses, and what waking costs. */
@NullMarked
package io.sluice.perf.study.housekeeping;

import org.jspecify.annotations.NullMarked;
