/** Creates resources for threads that wait: how many, when, and again after failures. */
@NullMarked
package io.sluice.pool.internal.growth;

import org.jspecify.annotations.NullMarked;
