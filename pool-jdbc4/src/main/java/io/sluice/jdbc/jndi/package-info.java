/**
 * Data sources in JNDI; the only package that needs the module {@code java.naming}.
 *
 * <p>Nothing is null unless it says {@code @Nullable}. This package is API: it changes only as the
 * page on versioning permits.
 *
 * @since 0.1.0
 */
@NullMarked
package io.sluice.jdbc.jndi;

import org.jspecify.annotations.NullMarked;
