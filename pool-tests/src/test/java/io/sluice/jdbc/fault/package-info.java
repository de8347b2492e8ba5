/**
 * The pool against a real PostgreSQL and a network that fail on command: 64 threads on 16
 * connections while the server is stopped, killed, frozen, refuses, or is another one.
 *
 * <p>Each test prints a line of figures. The only bounds in time are those that the pool promises;
 * lateness is compared with that of threads that merely park in the same run.
 */
package io.sluice.jdbc.fault;
