/**
 * Sluice in Spring Boot 4: auto-configuration of the data source, its metrics and its health.
 *
 * <p>Nothing is null unless it says {@code @Nullable}. This package is API: it changes only as the
 * page on versioning permits.
 *
 * @since 0.1.0
 */
@NullMarked
package io.sluice.spring.boot;

import org.jspecify.annotations.NullMarked;
