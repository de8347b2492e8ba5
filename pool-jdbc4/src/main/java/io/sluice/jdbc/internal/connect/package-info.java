/** How a connection is opened, prepared, kept clean and judged after an error. Not exported. */
@NullMarked
package io.sluice.jdbc.internal.connect;

import org.jspecify.annotations.NullMarked;
