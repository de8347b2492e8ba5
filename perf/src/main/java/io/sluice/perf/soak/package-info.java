/**
 * Pools at work for hours on servers that fail at random, and what must hold of them throughout.
 */
@NullMarked
package io.sluice.perf.soak;

import org.jspecify.annotations.NullMarked;
