/** How the pool works inside; not exported. */
@NullMarked
package io.sluice.pool.internal;

import org.jspecify.annotations.NullMarked;
