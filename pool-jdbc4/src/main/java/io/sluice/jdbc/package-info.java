/**
 * The connection pool for JDBC: data source, configuration and management.
 *
 * <p>Nothing is null unless it says {@code @Nullable}. This package is API: it changes only as the
 * page on versioning permits.
 *
 * @since 0.1.0
 */
@NullMarked
package io.sluice.jdbc;

import org.jspecify.annotations.NullMarked;
