/** The command {@code cycle}: what one acquire and release costs, and how long a waiter waits. */
@NullMarked
package io.sluice.perf.cycle;

import org.jspecify.annotations.NullMarked;
