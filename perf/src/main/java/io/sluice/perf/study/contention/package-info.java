/** The command {@code contention}: the locks that threads find taken inside pools. */
@NullMarked
package io.sluice.perf.study.contention;

import org.jspecify.annotations.NullMarked;
