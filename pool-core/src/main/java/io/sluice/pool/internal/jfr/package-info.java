/** The events of a pool in Java Flight Recorder, which may be missing. */
@NullMarked
package io.sluice.pool.internal.jfr;

import org.jspecify.annotations.NullMarked;
