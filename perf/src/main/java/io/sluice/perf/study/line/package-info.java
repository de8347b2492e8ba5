/** The command {@code lines}: which cache lines a cycle touches that other cores touch too. */
@NullMarked
package io.sluice.perf.study.line;

import org.jspecify.annotations.NullMarked;
