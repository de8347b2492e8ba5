/** The options of a pool: their types, their texts, and how a value becomes one. Not exported. */
@NullMarked
package io.sluice.jdbc.internal.config;

import org.jspecify.annotations.NullMarked;
