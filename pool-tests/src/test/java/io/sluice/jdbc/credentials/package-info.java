/**
 * Samples of credentials that change, as {@code docs/configuration.md} has them, and their tests.
 */
package io.sluice.jdbc.credentials;
