/** A pool as a data source of the Quartz scheduler; the only package that needs it. */
@NullMarked
package io.sluice.jdbc.quartz;

import org.jspecify.annotations.NullMarked;
