/** The objects an application sees in place of the driver's. */
@NullMarked
package io.sluice.jdbc.handle;

import org.jspecify.annotations.NullMarked;
