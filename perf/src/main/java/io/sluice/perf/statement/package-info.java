/** The command {@code statement}: the cost of a statement through each pool, with all closes. */
@NullMarked
package io.sluice.perf.statement;

import org.jspecify.annotations.NullMarked;
