/** The command {@code safepoints}: why a virtual machine stopped its threads. */
@NullMarked
package io.sluice.perf.study.safepoint;

import org.jspecify.annotations.NullMarked;
