/** Measuring in virtual machines of their own, one contestant in each, contestants in turn. */
@NullMarked
package io.sluice.perf.fork;

import org.jspecify.annotations.NullMarked;
