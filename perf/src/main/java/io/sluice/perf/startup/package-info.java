/** The start of a process with a pool: time and loaded classes. */
@NullMarked
package io.sluice.perf.startup;

import org.jspecify.annotations.NullMarked;
