/** Turns that are taken in this virtual machine, and the handling of those that fail. */
@NullMarked
package io.sluice.perf.turn;

import org.jspecify.annotations.NullMarked;
