/** Metrics of pools for Micrometer; the only package that needs it. */
@NullMarked
package io.sluice.jdbc.micrometer;

import org.jspecify.annotations.NullMarked;
