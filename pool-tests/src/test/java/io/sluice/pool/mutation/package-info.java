/**
 * Proofs of the tests: each promise that a test defends is broken on purpose, by one line, and the
 * test has to notice.
 */
package io.sluice.pool.mutation;
