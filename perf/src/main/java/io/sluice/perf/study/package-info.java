/** What studies of one question share: forks for a contestant, their load and their logs. */
@NullMarked
package io.sluice.perf.study;

import org.jspecify.annotations.NullMarked;
