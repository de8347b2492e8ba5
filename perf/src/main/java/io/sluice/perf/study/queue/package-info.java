/** The command {@code queues}: the structures that could hold idle resources. */
@NullMarked
package io.sluice.perf.study.queue;

import org.jspecify.annotations.NullMarked;
