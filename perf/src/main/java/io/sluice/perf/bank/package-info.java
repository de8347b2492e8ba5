/** Transfers between two databases while the JVM that makes them is killed, and what is lost. */
@NullMarked
package io.sluice.perf.bank;

import org.jspecify.annotations.NullMarked;
