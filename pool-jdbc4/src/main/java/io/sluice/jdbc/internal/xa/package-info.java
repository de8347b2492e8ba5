/**
 * How connections take part in global transactions, and how recovery finds what is in doubt. Not
 * exported.
 */
@NullMarked
package io.sluice.jdbc.internal.xa;

import org.jspecify.annotations.NullMarked;
