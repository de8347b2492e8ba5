/**
 * The integration with Atomikos beyond the Jakarta interfaces: Atomikos enlists only what a
 * registered resource recognizes, and recovers through that resource. Chosen by the option {@code
 * transactionManager}; not exported.
 */
@NullMarked
package io.sluice.jdbc.atomikos;

import org.jspecify.annotations.NullMarked;
