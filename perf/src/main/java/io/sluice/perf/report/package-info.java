/** What commands do with figures: a table, JSON, and an HTML page with charts. */
@NullMarked
package io.sluice.perf.report;

import org.jspecify.annotations.NullMarked;
