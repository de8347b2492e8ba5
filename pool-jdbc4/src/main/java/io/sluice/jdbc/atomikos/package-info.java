/**
 * What Atomikos wants to know of a pool beyond the interfaces of Jakarta: it enlists only what a
 * registered resource recognizes, and recovers by that. Chosen by the option {@code
 * transactionManager}; not exported.
 */
@NullMarked
package io.sluice.jdbc.atomikos;

import org.jspecify.annotations.NullMarked;
