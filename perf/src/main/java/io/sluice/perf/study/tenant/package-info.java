/** What a lease of a tenant costs above one of the pool itself. */
@NullMarked
package io.sluice.perf.study.tenant;

import org.jspecify.annotations.NullMarked;
