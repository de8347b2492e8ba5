/** The connection pool for JDBC: data source, configuration and management. */
@NullMarked
package io.sluice.jdbc;

import org.jspecify.annotations.NullMarked;
