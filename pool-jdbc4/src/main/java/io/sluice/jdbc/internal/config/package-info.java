/**
 * The options of a pool: their types, how values are read and checked, and what is said of them.
 * Not exported.
 */
@NullMarked
package io.sluice.jdbc.internal.config;

import org.jspecify.annotations.NullMarked;
