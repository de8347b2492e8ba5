/** Global transactions through pools and their transaction managers. */
@NullMarked
package io.sluice.perf.xa;

import org.jspecify.annotations.NullMarked;
