/** Threads, clocks and logging that no failure stops. */
@NullMarked
package io.sluice.pool.internal.base;

import org.jspecify.annotations.NullMarked;
