package io.sluice.perf.study.housekeeping;

import io.sluice.perf.report.Machine;
import io.sluice.perf.report.Report;
import io.sluice.perf.report.Section;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Puts the parts of {@code housekeeping} into one report. */
final class HousekeepingReport {

    private final HousekeepingPlan plan;
    private final List<IdleTurn> turns;
    private final List<HeldTurn> held;
    private final List<WakeFork> forks;

    HousekeepingReport(
            HousekeepingPlan plan,
            List<IdleTurn> turns,
            List<HeldTurn> held,
            List<WakeFork> forks) {
        this.plan = plan;
        this.turns = turns;
        this.held = held;
        this.forks = forks;
    }

    Report report() {
        List<Section> sections = new ArrayList<>();
        List<Map<String, Object>> results = new ArrayList<>();
        Map<String, String> raw = new LinkedHashMap<>();
        if (!turns.isEmpty()) {
            IdleSections idle = new IdleSections(turns);
            plan.idleRows().forEach(row -> sections.add(idle.section(row)));
            results.addAll(idle.results(plan.idleRows()));
            raw.put("housekeeping-idle.csv", idle.turns());
            raw.put("housekeeping-threads.csv", idle.kinds());
        }
        if (!held.isEmpty()) {
            HeldSections kept = new HeldSections(held);
            plan.heldRows().forEach(row -> sections.add(kept.section(row)));
            results.addAll(kept.results());
            raw.put("housekeeping-held.csv", kept.turns());
        }
        if (!forks.isEmpty()) {
            WakeSections wake = new WakeSections(forks);
            plan.wakeRows().forEach(row -> sections.add(wake.section(row)));
            results.addAll(wake.results(plan.wakeRows()));
            raw.put("housekeeping-wake.csv", wake.forks());
        }
        return new Report(
                "housekeeping",
                "What do pools cost that nobody uses, and what does it cost to wake a thread?",
                Instant.now(),
                Machine.current(),
                plan.settings(),
                sections,
                results,
                raw);
    }
}
