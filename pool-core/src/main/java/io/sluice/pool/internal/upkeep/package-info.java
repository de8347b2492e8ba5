/** Checks holders before use, validates and expires idle ones, and flushes the pool. */
@NullMarked
package io.sluice.pool.internal.upkeep;

import org.jspecify.annotations.NullMarked;
