/**
 * Global transactions with any Jakarta transaction manager: {@link
 * io.sluice.pool.jta.JtaTransactionContext}. The only part of Sluice that needs {@code
 * jakarta.transaction-api}.
 */
@NullMarked
package io.sluice.pool.jta;

import org.jspecify.annotations.NullMarked;
