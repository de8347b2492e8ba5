/** What a pool asks of those who give it resources and transactions. */
@NullMarked
package io.sluice.pool.spi;

import org.jspecify.annotations.NullMarked;
