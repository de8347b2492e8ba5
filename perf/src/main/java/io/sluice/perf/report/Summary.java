package io.sluice.perf.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The findings of several commands that ran one after the other.
 *
 * @param quick whether these were rough runs
 * @param rounds the number of forks or rounds that each command got, or null for its own default
 * @param showsTargets whether readers see the targets; programs always do
 * @param outcomes their outcomes, in the order in which they ran
 */
public record Summary(
        boolean quick, @Nullable Integer rounds, boolean showsTargets, List<Outcome> outcomes) {

    /** The name of the command that makes a summary. */
    public static final String COMMAND = "all";

    /** The label of rough runs. */
    static final String ONLY_ROUGH =
            "Rough runs, not for comparison: the figures only show that everything works.";

    /** The time that a rough run of a command should not exceed. */
    private static final Duration ROUGH = Duration.ofSeconds(60);

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
        List<List<String>> lines = outcomes.stream().map(Outcome::cells).toList();
        StringBuilder text = new StringBuilder("\nSummary\n");
        if (quick) {
            text.append(ONLY_ROUGH).append('\n');
        }
        roundsInWords().ifPresent(words -> text.append(words).append('\n'));
        text.append(new Table(List.of("command", "took", ""), lines).toText());
        for (Outcome outcome : outcomes) {
            if (!outcome.measured()) {
                text.append(outcome.command()).append(' ').append(outcome.inWords()).append('\n');
            }
        }
        tooLongInWords().ifPresent(words -> text.append(words).append('\n'));
        if (showsTargets) {
            List<List<String>> cells = targets().stream().map(Target::cells).toList();
            text.append('\n').append(Target.EXPLAINED).append('\n');
            text.append(new Table(Target.HEADER, cells).toText());
        }
        return text.append('\n').toString();
    }

    /** Returns which rough runs took longer than they should, if any did. */
    Optional<String> tooLongInWords() {
        String tooLong =
                outcomes.stream()
                        .filter(outcome -> quick && outcome.took().compareTo(ROUGH) > 0)
                        .map(outcome -> outcome.command() + " took " + Figures.took(outcome.took()))
                        .collect(Collectors.joining(", "));
        if (tooLong.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                "A rough run is to take less than %s on a machine that does nothing else; %s."
                        .formatted(Figures.took(ROUGH), tooLong));
    }

    /** Returns the targets for the pool, and whether they are reached. */
    List<Target> targets() {
        List<Target> targets = Targets.of(outcomes);
        return quick ? targets.stream().map(Target::notJudged).toList() : targets;
    }

    /** Returns a note about the rounds, if they were given: such runs have another length. */
    Optional<String> roundsInWords() {
        String words =
                "With --rounds=%s instead of each command's own number of forks or rounds; its"
                        + " settings say how many it had.";
        return Optional.ofNullable(rounds).map(words::formatted);
    }

    /**
     * Returns the ratios of Sluice's throughput to that of the best peer, as far as the reports
     * have them: a name for the command and its row, and the ratio of the medians.
     */
    List<Map.Entry<String, Double>> ratios() {
        List<Map.Entry<String, Double>> ratios = new ArrayList<>();
        for (Outcome outcome : outcomes) {
            for (Map<String, Object> result : outcome.results()) {
                if (Objects.equals(result.get("pool"), "sluice")
                        && result.get(RATIO) instanceof Double ratio) {
                    ratios.add(Map.entry(outcome.command() + " " + result.get("row"), ratio));
                }
            }
        }
        return ratios;
    }
}
