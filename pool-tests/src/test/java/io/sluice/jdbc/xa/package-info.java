/**
 * Pools in global transactions, with each transaction manager on each database: the rows of a
 * connection's life, and what goes wrong.
 */
package io.sluice.jdbc.xa;
