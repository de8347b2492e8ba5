/**
 * Contracts of the JDK that classes of ours promise to keep, as tests that know nothing of those
 * classes.
 */
package io.sluice.pool.contract;
