/**
 * The testkit in tests of JUnit Jupiter, which the application brings.
 *
 * <p>Nothing is null unless it says {@code @Nullable}. This package is API: it changes only as the
 * page on versioning permits.
 *
 * @since 0.1.0
 */
@NullMarked
package io.sluice.testkit.junit;

import org.jspecify.annotations.NullMarked;
