/**
 * Metrics of pools for OpenTelemetry; the only package that needs it.
 *
 * <p>Nothing is null unless it says {@code @Nullable}. This package is API: it changes only as the
 * page on versioning permits.
 *
 * @since 0.1.0
 */
@NullMarked
package io.sluice.jdbc.opentelemetry;

import org.jspecify.annotations.NullMarked;
