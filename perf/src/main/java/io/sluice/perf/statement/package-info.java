/** The command {@code statement}: what a statement costs through each pool, all that is closed. */
@NullMarked
package io.sluice.perf.statement;

import org.jspecify.annotations.NullMarked;
