package io.sluice.perf.statement;

import io.sluice.perf.fork.Fork;
import io.sluice.perf.fork.ForkPlan;
import io.sluice.perf.fork.Operation;
import io.sluice.perf.fork.Rates;
import io.sluice.perf.report.Machine;
import io.sluice.perf.report.Report;
import io.sluice.perf.report.Section;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Turns the forks of {@code statement} into a report. */
final class StatementReport {

    static final Operation STATEMENT = new Operation(StatementBenchmark.class, "statement");

    private StatementReport() {}

    static Report of(ForkPlan plan, List<Fork> forks) {
        Rates rates = new Rates(STATEMENT, plan, forks);
        List<Section> sections = new ArrayList<>();
        List<Map<String, Object>> results = new ArrayList<>();
        rates.addTo(sections, results);
        Map<String, String> raw = new LinkedHashMap<>();
        rates.addTo(raw);
        return new Report(
                plan.threadKind().reportName("statement"),
                "What does a statement cost through the pool, from the acquire to the release?",
                Instant.now(),
                Machine.current(),
                plan.settings(),
                sections,
                results,
                raw);
    }
}
