/** The command {@code queues}: the structures that could hold idle resources. */
@NullMarked
package io.sluice.perf.queue;

import org.jspecify.annotations.NullMarked;
