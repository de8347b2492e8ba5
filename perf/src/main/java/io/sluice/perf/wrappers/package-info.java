/** The command {@code wrappers}: the CPU time of our handles and of reflective proxies. */
@NullMarked
package io.sluice.perf.wrappers;

import org.jspecify.annotations.NullMarked;
