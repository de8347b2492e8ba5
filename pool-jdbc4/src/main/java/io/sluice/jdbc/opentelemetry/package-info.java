/** Metrics of pools for OpenTelemetry; the only package that needs it. */
@NullMarked
package io.sluice.jdbc.opentelemetry;

import org.jspecify.annotations.NullMarked;
