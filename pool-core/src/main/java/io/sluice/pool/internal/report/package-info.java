/** What a pool tells: listeners, log, events, and the reports of time-outs and drains. */
@NullMarked
package io.sluice.pool.internal.report;

import org.jspecify.annotations.NullMarked;
