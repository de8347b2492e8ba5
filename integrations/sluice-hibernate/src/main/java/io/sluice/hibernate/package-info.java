/** Sluice as the connection pool of Hibernate ORM, configured by the settings of Hibernate. */
@NullMarked
package io.sluice.hibernate;

import org.jspecify.annotations.NullMarked;
