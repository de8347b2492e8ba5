/** The output of commands: a table, JSON, and an HTML page with charts. */
@NullMarked
package io.sluice.perf.report;

import org.jspecify.annotations.NullMarked;
