/**
 * One data source in front of two pools: reads on a standby, writes on the primary.
 *
 * <p>Nothing is null unless it says {@code @Nullable}. This package is API: it changes only as the
 * page on versioning permits.
 *
 * @since 0.1.0
 */
@NullMarked
package io.sluice.jdbc.routing;

import org.jspecify.annotations.NullMarked;
