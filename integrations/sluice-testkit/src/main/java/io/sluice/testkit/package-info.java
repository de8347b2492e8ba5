/**
 * Tests of an application whose pool or database misbehaves. {@link
 * io.sluice.testkit.FaultyDataSource} fails as databases do, {@link io.sluice.testkit.VirtualClock}
 * lets hours go by at once, and {@link io.sluice.testkit.PoolChecks} finds what a test has left
 * behind. {@link io.sluice.testkit.junit.FaultyDatabase} brings them to tests of JUnit.
 *
 * <p>Nothing is null unless it says {@code @Nullable}. This package is API: it changes only as the
 * page on versioning permits.
 *
 * @since 0.1.0
 */
@NullMarked
package io.sluice.testkit;

import org.jspecify.annotations.NullMarked;
