/** The command {@code wrappers}: what our handles cost beside reflective proxies, in CPU. */
@NullMarked
package io.sluice.perf.wrappers;

import org.jspecify.annotations.NullMarked;
