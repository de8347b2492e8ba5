/**
 * The integration with Narayana beyond the Jakarta interfaces: how it recovers a pool, and which
 * resource comes last. Chosen by the option {@code transactionManager}; not exported.
 */
@NullMarked
package io.sluice.jdbc.narayana;

import org.jspecify.annotations.NullMarked;
