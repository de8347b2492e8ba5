/**
 * The testkit in tests of JUnit Jupiter, which the application brings.
 *
 * @since 0.1.0
 */
@NullMarked
package io.sluice.testkit.junit;

import org.jspecify.annotations.NullMarked;
