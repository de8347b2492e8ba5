/** Transfers between two databases by a JVM that is killed, and what is lost by that. */
@NullMarked
package io.sluice.perf.bank;

import org.jspecify.annotations.NullMarked;
