package io.sluice.perf.report;

import java.util.List;

/**
 * One part of a report.
 *
 * @param title what was measured
 * @param explanation what the columns mean, in one or two sentences; may be empty
 * @param table the figures
 * @param charts their pictures, for the page only
 */
public record Section(String title, String explanation, Table table, List<Chart> charts) {}
