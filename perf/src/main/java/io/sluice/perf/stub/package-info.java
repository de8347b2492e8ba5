/** A database driver that does nothing, so that what is measured is the pool. */
@NullMarked
package io.sluice.perf.stub;

import org.jspecify.annotations.NullMarked;
