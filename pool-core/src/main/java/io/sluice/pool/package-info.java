/** The pool over any resource. */
@NullMarked
package io.sluice.pool;

import org.jspecify.annotations.NullMarked;
