/** Removes holders from the pool and destroys their resources. */
@NullMarked
package io.sluice.pool.internal.disposal;

import org.jspecify.annotations.NullMarked;
