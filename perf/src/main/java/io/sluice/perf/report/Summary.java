package io.sluice.perf.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What several commands have found out, one after the other.
 *
 * @param quick whether those were rough runs
 * @param outcomes what became of them, in the order in which they ran
 */
public record Summary(boolean quick, List<Outcome> outcomes) {

    /** The name of the command that makes one. */
    public static final String COMMAND = "all";

    private static final String RATIO = "ratioToBestPeer";

    /** Keeps an own copy of the list. */
    public Summary {
        outcomes = List.copyOf(outcomes);
    }

    /** Returns the commands that failed. */
    public List<String> failed() {
        return outcomes.stream()
                .filter(outcome -> outcome.failure() != null)
                .map(Outcome::command)
                .toList();
    }

    /** Returns the summary for a terminal, without the reports. */
    public String toText() {
        Table table =
                new Table(
                        List.of("command", "took", ""),
                        outcomes.stream()
                                .map(
                                        outcome ->
                                                List.of(
                                                        outcome.command(),
                                                        Figures.took(outcome.took()),
                                                        outcome.failure() == null
                                                                ? "measured"
                                                                : "failed"))
                                .toList());
        StringBuilder text = new StringBuilder("\nSummary\n").append(table.toText());
        for (Outcome outcome : outcomes) {
            if (outcome.failure() != null) {
                text.append(outcome.command())
                        .append(" failed: ")
                        .append(outcome.failure())
                        .append('\n');
            }
        }
        return text.append('\n').toString();
    }

    /**
     * Returns what the reports say of Sluice's throughput beside that of the best peer, as far as
     * they say it: a name for the command and its row, and the ratio of the medians.
     */
    List<Map.Entry<String, Double>> ratios() {
        List<Map.Entry<String, Double>> ratios = new ArrayList<>();
        for (Outcome outcome : outcomes) {
            List<Map<String, Object>> results =
                    outcome.report() == null ? List.of() : outcome.report().results();
            for (Map<String, Object> result : results) {
                if (Objects.equals(result.get("pool"), "sluice")
                        && result.get(RATIO) instanceof Double ratio) {
                    ratios.add(Map.entry(outcome.command() + " " + result.get("row"), ratio));
                }
            }
        }
        return ratios;
    }
}
