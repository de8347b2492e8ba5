/** The interfaces between a pool and its providers of resources, transactions and time. */
@NullMarked
package io.sluice.pool.spi;

import org.jspecify.annotations.NullMarked;
