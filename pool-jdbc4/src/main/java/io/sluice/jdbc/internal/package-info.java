/** How the JDBC face works inside; not exported. */
@NullMarked
package io.sluice.jdbc.internal;

import org.jspecify.annotations.NullMarked;
