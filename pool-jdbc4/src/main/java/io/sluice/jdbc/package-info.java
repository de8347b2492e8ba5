/** The JDBC face of the pool. */
@NullMarked
package io.sluice.jdbc;

import org.jspecify.annotations.NullMarked;
