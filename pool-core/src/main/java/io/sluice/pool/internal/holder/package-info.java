/**
 * The holder of one resource: its state word, the transitions, and what acquire and release read.
 */
@NullMarked
package io.sluice.pool.internal.holder;

import org.jspecify.annotations.NullMarked;
