/** The contestants: Sluice, its peers, and the bounds between which a pool can lie. */
@NullMarked
package io.sluice.perf.peer;

import org.jspecify.annotations.NullMarked;
