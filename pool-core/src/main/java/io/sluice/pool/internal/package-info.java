/** The implementation of the pool; not exported. */
@NullMarked
package io.sluice.pool.internal;

import org.jspecify.annotations.NullMarked;
