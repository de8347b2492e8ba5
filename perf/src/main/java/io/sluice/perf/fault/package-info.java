/** Pools while the server or the network misbehaves. */
@NullMarked
package io.sluice.perf.fault;

import org.jspecify.annotations.NullMarked;
