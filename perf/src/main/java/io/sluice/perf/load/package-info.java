/** The command {@code load}: a real PostgreSQL under load through each pool in turn. */
@NullMarked
package io.sluice.perf.load;

import org.jspecify.annotations.NullMarked;
