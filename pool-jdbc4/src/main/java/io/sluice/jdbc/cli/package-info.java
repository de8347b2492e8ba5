/** The command line of the jar. Not exported: nothing but the JVM names its classes. */
@NullMarked
package io.sluice.jdbc.cli;

import org.jspecify.annotations.NullMarked;
