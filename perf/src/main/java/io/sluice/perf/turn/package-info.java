/** Turns that are taken in this virtual machine, and what becomes of one that fails. */
@NullMarked
package io.sluice.perf.turn;

import org.jspecify.annotations.NullMarked;
