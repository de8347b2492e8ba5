/**
 * Tenants that share one pool, each with a schema, a catalog or a role of its own.
 *
 * <p>Nothing is null unless it says {@code @Nullable}. This package is API: it changes only as the
 * page on versioning permits.
 *
 * @since 0.1.0
 */
@NullMarked
package io.sluice.jdbc.tenant;

import org.jspecify.annotations.NullMarked;
