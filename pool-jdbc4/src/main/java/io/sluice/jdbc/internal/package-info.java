/** The implementation of the connection pool for JDBC; not exported. */
@NullMarked
package io.sluice.jdbc.internal;

import org.jspecify.annotations.NullMarked;
