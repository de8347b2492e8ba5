/** The holders that are available, the threads that wait for one, and the counts of both. */
@NullMarked
package io.sluice.pool.internal.queue;

import org.jspecify.annotations.NullMarked;
