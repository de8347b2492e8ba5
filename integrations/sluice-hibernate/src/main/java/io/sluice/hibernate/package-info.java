/**
 * Sluice as the connection pool of Hibernate ORM, configured by the settings of Hibernate.
 *
 * <p>Nothing is null unless it says {@code @Nullable}. This package is API: it changes only as the
 * page on versioning permits.
 *
 * @since 0.1.0
 */
@NullMarked
package io.sluice.hibernate;

import org.jspecify.annotations.NullMarked;
