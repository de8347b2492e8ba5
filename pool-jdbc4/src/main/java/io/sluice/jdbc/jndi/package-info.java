/** Data sources in JNDI; the only package that needs the module {@code java.naming}. */
@NullMarked
package io.sluice.jdbc.jndi;

import org.jspecify.annotations.NullMarked;
