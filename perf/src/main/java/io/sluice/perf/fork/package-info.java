/** Measurements in virtual machines of their own, one for each contestant, interleaved. */
@NullMarked
package io.sluice.perf.fork;

import org.jspecify.annotations.NullMarked;
