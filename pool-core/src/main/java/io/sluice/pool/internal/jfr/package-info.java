/** The Java Flight Recorder events of a pool. The recorder may be missing at run time. */
@NullMarked
package io.sluice.pool.internal.jfr;

import org.jspecify.annotations.NullMarked;
