/** The command {@code safepoints}: what a virtual machine stopped its threads for. */
@NullMarked
package io.sluice.perf.study.safepoint;

import org.jspecify.annotations.NullMarked;
