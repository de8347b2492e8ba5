package io.sluice.perf.all;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import io.sluice.perf.all.AllCommand.Part;
import io.sluice.perf.command.MeasuringCommand;
import io.sluice.perf.report.CompleteReport;
import io.sluice.perf.report.Machine;
import io.sluice.perf.report.Report;
import io.sluice.perf.report.ReportFixture;
import io.sluice.perf.report.Section;
import io.sluice.perf.report.Table;
import io.sluice.perf.study.queue.QueuesCommand;
import io.sluice.perf.study.safepoint.SafepointsCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

class AllCommandTest {

    private static final String STOP =
            "Safepoint \"Cleanup\", Time since last: 1 ns, Reaching safepoint: 2 ns, Cleanup: 3 ns,"
                    + " At safepoint: 4 ns, Total: 9 ns\n";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir private Path folder;

    /** Finds what must not be. */
    @Command(name = "judged")
    static final class Judged extends MeasuringCommand {

        @Override
        protected Report measure() {
            failFor(List.of("one is lost"));
            return new Report(
                    "judged",
                    "Is anything lost?",
                    Instant.now(),
                    Machine.current(),
                    Map.of("quick", Boolean.toString(common().quick())),
                    List.of(
                            new Section(
                                    "Losses",
                                    "",
                                    new Table(List.of("lost"), List.of(List.of("one"))),
                                    List.of())),
                    List.of(Map.of("pool", "sluice", "row", "1t", "ratioToBestPeer", 2.5)),
                    Map.of());
        }
    }

    /** Says how many rounds it was told to have. */
    @Command(name = "counted")
    static final class Counted extends MeasuringCommand {

        @Option(names = "--rounds", defaultValue = "10")
        private int rounds;

        @Override
        protected Report measure() {
            return new Report(
                    "counted",
                    "How many?",
                    Instant.now(),
                    Machine.current(),
                    Map.of("its rounds", Integer.toString(rounds)),
                    List.of(),
                    List.of(),
                    Map.of());
        }
    }

    /** Another pool is better than Sluice. */
    @Command(name = "spike")
    static final class Spiked extends MeasuringCommand {

        @Override
        protected Report measure() {
            return new Report(
                    "spike",
                    "Which is better?",
                    Instant.now(),
                    Machine.current(),
                    Map.of(),
                    List.of(),
                    List.of(result("sluice", 9.0), result("hikari", 8.0)),
                    Map.of());
        }

        private static Map<String, Object> result(String pool, double figure) {
            return Map.of(
                    "pool", pool,
                    "measure", "spike",
                    "row", "0c",
                    "serveAllMillis", figure,
                    "connectionsMade", figure);
        }
    }

    private int run(List<Part> parts, String... options) {
        return run(parts, Runtime.version().feature(), options);
    }

    private int run(List<Part> parts, int feature, String... options) {
        return new CommandLine(new AllCommand(parts, feature))
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .setExecutionExceptionHandler(
                        (e, line, parsed) -> {
                            line.getErr().println(e.getMessage());
                            return 1;
                        })
                .execute(options);
    }

    private Part safepoints(String name, String text) throws IOException {
        Path log = Files.writeString(folder.resolve(name), text);
        return new Part(SafepointsCommand::new, log.toString());
    }

    @Test
    void reportsAreJoinedInOnePageWithTheirRawFiguresBeside() throws IOException {
        Path results = folder.resolve("results");

        assertThat(run(List.of(safepoints("log", STOP)), "--out=" + results)).isZero();

        String page = Files.readString(results.resolve("all.html"));
        assertThat(page)
                .contains("<a href=\"#safepoints\">", "<h2 id=\"safepoints\">", ">100 % Cleanup<")
                .contains("<h3>Stops by operation</h3>", "measured", "href=\"safepoints.json\"");
        assertThat(ReportFixture.withoutNames(page))
                .doesNotContain("http:", "https:", "<script", "<link", "@import", "src=");
        assertThat(results.resolve("safepoints.html")).isNotEmptyFile();
        assertThat(results.resolve("safepoints.json")).isNotEmptyFile();
        assertThat(results.resolve("safepoints-stops.csv")).isNotEmptyFile();
        assertThat(Files.readString(results.resolve("all.txt")))
                .contains("Summary", "===== safepoints", "Stops by operation");
        assertThat(out.toString()).contains("Stops by operation", "Summary", "all.html");
        assertThat(err.toString()).contains("all 1/1  safepoints");
    }

    @Test
    void onlyTheNamedPartsAreRun() {
        List<Part> parts = List.of(new Part(Counted::new), new Part(Spiked::new));

        assertThat(run(parts, "--parts=spike", "--out=" + folder)).isZero();
        assertThat(err.toString()).contains("all 1/1  spike").doesNotContain("counted");
        assertThat(run(parts, "--parts=spike,counter", "--out=" + folder)).isEqualTo(1);
        assertThat(err.toString()).contains("--parts=counter; expected some of counted, spike");
    }

    /** A hosted job ends after six hours, so several jobs share the parts. */
    @Test
    void theWeeklyWorkflowMeasuresEveryPart() throws IOException {
        String workflow = Files.readString(Path.of("..", ".github", "workflows", "weekly.yml"));
        List<String> measured =
                Pattern.compile("perf/run all --parts (\\S+)")
                        .matcher(workflow)
                        .results()
                        .flatMap(job -> Stream.of(job.group(1).split(",")))
                        .toList();

        assertThat(measured)
                .containsExactlyInAnyOrderElementsOf(
                        AllCommand.PARTS.stream().map(Part::name).toList());
    }

    @Test
    void commandThatFailsDoesNotEndTheSequence() throws IOException {
        List<Part> parts =
                List.of(
                        safepoints("none", "nothing\n"),
                        new Part(QueuesCommand::new, "--time=0"),
                        new Part(QueuesCommand::new, "--nonsense"),
                        new Part(Judged::new),
                        safepoints("log", STOP));

        assertThat(run(parts, "--out=" + folder)).isEqualTo(1);

        assertThat(err.toString())
                .contains("4 of 5 commands failed, safepoints, queues, queues, judged")
                .doesNotContain("\tat ");
        assertThat(out.toString())
                .contains("failed: ", "tells of no stop", "--time=0; expected", "--nonsense")
                .contains("failed: one is lost", "measured");
        String page = Files.readString(folder.resolve("all.html"));
        assertThat(page)
                .contains("<td class=\"failed\">failed: one is lost</td>")
                .contains("<h3>Losses</h3>", "<h3>Stops by operation</h3>");
    }

    @Test
    void summaryShowsThroughputBesideTheBestPeer() throws IOException {
        run(List.of(new Part(Judged::new)), "--out=" + folder);

        assertThat(Files.readString(folder.resolve("all.html")))
                .contains("Sluice ÷ the best peer", ">judged 1t<", ">2.50<");
    }

    @Test
    void summarySaysOfEachTargetWhetherItIsReached() throws IOException {
        String wanted = "spike: no peer better in both columns";

        run(List.of(new Part(Spiked::new)), "--targets", "--out=" + folder);

        assertThat(out.toString())
                .containsPattern(wanted + " +hikari in 0c; 1 comparisons +not reached")
                .containsPattern("cycle 1t ≥ 0.8 × floor +not measured in this run");
        assertThat(Files.readString(folder.resolve("all.html")))
                .contains(
                        "<td>" + wanted + "</td><td>hikari in 0c; 1 comparisons</td>",
                        "<td class=\"failed\">not reached</td>",
                        "<td></td><td>not measured in this run</td>");
        assertThat((List<?>) mapOf("all.json").get("targets"))
                .anySatisfy(
                        target ->
                                assertThat(target)
                                        .isEqualTo(
                                                Map.of(
                                                        "target", wanted,
                                                        "figure", "hikari in 0c; 1 comparisons",
                                                        "verdict", "not reached")));
    }

    private Map<String, Object> mapOf(String file) throws IOException {
        return JSON.std.mapFrom(Files.readString(folder.resolve(file)));
    }

    @Test
    void jsonHasEveryReport() throws IOException {
        Path json = folder.resolve("figures.json");
        run(
                List.of(new Part(Judged::new), safepoints("log", STOP)),
                "--quick",
                "--out=" + folder,
                "--json=" + json);

        Map<String, Object> written = JSON.std.mapFrom(Files.readString(json));
        assertThat(written).containsEntry("command", "all").containsEntry("quick", true);
        assertThat((List<?>) written.get("commands"))
                .satisfiesExactly(
                        judged ->
                                assertThat(judged)
                                        .asString()
                                        .contains(
                                                "failure=one is lost",
                                                "settings={quick=true, command line=perf/run "),
                        read ->
                                assertThat(read)
                                        .asString()
                                        .contains("command=safepoints", "shareOfTime")
                                        .doesNotContain("failure"));
        assertThat(Files.readString(folder.resolve("all.json"))).isEqualTo(Files.readString(json));
        assertThat(Files.readString(folder.resolve("all.html"))).contains("Rough runs");
    }

    @Test
    void roundsThatAreGivenAreSaidWhereverTheSummaryIs() throws IOException {
        String said = "With --rounds=2 instead of each command";

        assertThat(run(List.of(new Part(Counted::new)), "--rounds=2", "--out=" + folder)).isZero();

        assertThat(out.toString()).contains("its rounds: 2", said);
        assertThat(Files.readString(folder.resolve("all.txt"))).contains(said);
        assertThat(Files.readString(folder.resolve("all.html"))).contains(said, "<dd>2</dd>");
        assertThat(JSON.std.mapFrom(Files.readString(folder.resolve("all.json"))))
                .containsEntry("rounds", 2);
    }

    @Test
    void withoutRoundsEachCommandHasItsOwnNumberAndNothingIsSaidOfIt() throws IOException {
        run(List.of(new Part(Counted::new)), "--out=" + folder);

        assertThat(out.toString()).contains("its rounds: 10").doesNotContain("--rounds");
        assertThat(Files.readString(folder.resolve("all.html"))).doesNotContain("--rounds");
        assertThat(JSON.std.mapFrom(Files.readString(folder.resolve("all.json"))))
                .doesNotContainKey("rounds");
    }

    /** A number that was given holds in a rough run as well, as it does for each command. */
    @Test
    void roundsThatAreGivenHoldInRoughRunsToo() throws IOException {
        run(List.of(new Part(Counted::new)), "--quick", "--rounds=4", "--out=" + folder);

        assertThat(out.toString()).contains("its rounds: 4");
        assertThat(Files.readString(folder.resolve("all.html")))
                .contains("Rough runs", "With --rounds=4");
    }

    @Test
    void roughRunOverwritesNoFullOne() {
        assertThat(AllCommand.folder(true)).isNotEqualTo(AllCommand.folder(false));
    }

    @Test
    void stackTraceIsShownWhenAskedFor() {
        run(List.of(new Part(Judged::new)), "--stacktrace", "--out=" + folder);

        assertThat(err.toString()).contains("\tat ", "MeasuringCommand.run");
    }

    @Test
    void noReportOverwritesAnother() {
        assertThat(AllCommand.PARTS.stream().map(Part::name))
                .doesNotHaveDuplicates()
                .contains("cycle", "cycle-virtual", "statement", "statement-virtual");
    }

    @Test
    void virtualThreadsAreToldToThoseOnly() {
        assertThat(
                        AllCommand.PARTS.stream()
                                .filter(part -> kinds(part).equals(List.of("virtual")))
                                .map(Part::name))
                .containsExactly("cycle-virtual", "statement-virtual");
    }

    private static List<String> kinds(Part part) {
        return new CommandLine(part.parsed(List.of(), null))
                .getCommandSpec().options().stream()
                        .filter(option -> option.longestName().equals("--thread-kind"))
                        .map(option -> String.valueOf(option.<Object>getValue()))
                        .toList();
    }

    @Test
    void whatNeedsANewerJdkIsLeftOutAndThatIsSaid() throws IOException {
        Part virtual = new Part(Judged::new).onVirtualThreads();
        String said = "left out: --thread-kind=virtual needs a JDK 21 or newer; this is 20";

        assertThat(run(List.of(virtual, safepoints("log", STOP)), 20, "--out=" + folder)).isZero();

        assertThat(out.toString())
                .contains("judged-virtual " + said)
                .contains("Stops by operation")
                .doesNotContain("Losses");
        assertThat(Files.readString(folder.resolve("all.html"))).contains(said);
        assertThat(Files.readString(folder.resolve("all.json")))
                .contains("\"leftOut\" : \"--thread-kind=virtual needs");
        assertThat(virtual.leftOut(20)).isPresent();
        assertThat(virtual.leftOut(21)).isEmpty();
        assertThat(new Part(Judged::new).leftOut(17)).isEmpty();
    }

    /** A new command without such a test is found here, one without a chart by that test. */
    @Test
    void everyReportIsHeldToAChartAndRawFigures() {
        assertThat(AllCommand.PARTS)
                .allSatisfy(
                        part ->
                                assertThat(testOf(part.parsed(List.of(), null).getClass()))
                                        .isAssignableTo(CompleteReport.class));
    }

    private static Class<?> testOf(Class<?> command) throws ClassNotFoundException {
        String name = command.getName().replaceFirst("(?<=Fault)sCommand$|Command$", "");
        return Class.forName(name + "ReportTest");
    }

    @Test
    void everyPartTakesItsOptions() {
        assertThat(AllCommand.PARTS)
                .allSatisfy(part -> assertThat(part.parsed(List.of("--quick"), 7)).isNotNull());
    }

    /** What an operation allocates is among the figures wherever there is a choice. */
    @Test
    void everyPartThatCanTellsWhatIsAllocated() {
        assertThat(
                        AllCommand.PARTS.stream()
                                .map(part -> new CommandLine(part.parsed(List.of(), null)))
                                .map(line -> line.getCommandSpec().findOption("--prof"))
                                .filter(Objects::nonNull)
                                .map(option -> String.valueOf(option.<Object>getValue())))
                .containsExactly("GC", "GC", "GC", "GC", "GC");
    }

    @Test
    void everyPartThatHasForksOrRoundsIsToldHowMany() {
        assertThat(AllCommand.PARTS.stream().map(part -> counts(part, 7)))
                .containsExactlyInAnyOrder(
                        "cycle --forks=7 --wait-rounds=7",
                        "statement --forks=7",
                        "cycle-virtual --forks=7 --wait-rounds=7",
                        "statement-virtual --forks=7",
                        "lines",
                        "contention --rounds=7",
                        "queues --forks=7",
                        "housekeeping --forks=7",
                        "safepoints --forks=7",
                        "wrappers --forks=7",
                        "spike --rounds=7",
                        "load --rounds=7",
                        "overload --rounds=7",
                        "xa --rounds=7",
                        "faults --rounds=7",
                        "bank --rounds=7",
                        "soak");
    }

    @Test
    void noPartIsToldANumberByDefault() {
        assertThat(AllCommand.PARTS)
                .allSatisfy(part -> assertThat(counts(part, null)).isEqualTo(part.name()));
    }

    /** With fewer rounds it would refuse to run, for each point has to be hit three times. */
    @Test
    void bankHasNoFewerRoundsThanItNeeds() {
        assertThat(AllCommand.PARTS.stream().map(part -> counts(part, 1)))
                .contains("bank --rounds=3", "faults --rounds=1")
                .filteredOn(told -> told.endsWith("=3"))
                .hasSize(1);
    }

    /** Returns the name of a command, and how many of what it is to have, as it has understood. */
    private static String counts(Part part, @Nullable Integer rounds) {
        StringBuilder told = new StringBuilder(part.name());
        MeasuringCommand measuring = part.parsed(List.of(), rounds);
        for (OptionSpec option : new CommandLine(measuring).getCommandSpec().options()) {
            String name = option.longestName();
            if (name.matches("--(.*-)?(forks|rounds)") && option.getValue() != null) {
                told.append(' ').append(name).append('=').append(option.<Object>getValue());
            }
        }
        return told.toString();
    }
}
