/**
 * Global transactions with any Jakarta transaction manager: {@link
 * io.sluice.pool.jta.JtaTransactionContext}. Needs {@code jakarta.transaction-api}, which nothing
 * else in Sluice does.
 */
@NullMarked
package io.sluice.pool.jta;

import org.jspecify.annotations.NullMarked;
