/**
 * Real servers and networks that fail on command, and callers that notice: a PostgreSQL that is
 * stopped, killed, frozen, and failed over; a MariaDB that is killed and frozen; a proxy that
 * drops, delays and resets; threads that work through a data source and remember what became of
 * each call; and threads that merely park, as the yardstick for what is late on this machine.
 *
 * <p>Shared by the tests of faults and by the measurements. Everything is on the loopback interface
 * and in a temporary folder, and gone after it is closed.
 */
@NullMarked
package io.sluice.pool.fault;

import org.jspecify.annotations.NullMarked;
