package io.sluice.perf.bank;

import io.sluice.perf.command.CommonOptions;
import io.sluice.perf.command.MeasurementException;
import io.sluice.perf.command.MeasuringCommand;
import io.sluice.perf.command.UsageException;
import io.sluice.perf.fork.Findings;
import io.sluice.perf.fork.Measured;
import io.sluice.perf.fork.Printed;
import io.sluice.perf.fork.Sheet;
import io.sluice.perf.report.BarChart;
import io.sluice.perf.report.Chart;
import io.sluice.perf.report.Figures;
import io.sluice.perf.report.Report;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code bank}: transfers between two databases under kill -9. */
@Command(
        name = "bank",
        description = {
            "Transfers money between accounts in PostgreSQL and in H2 or MariaDB while the JVM that"
                    + " does it is killed (kill -9), recovers in a new one, and checks the books.",
            "",
            "A round kills one JVM at each named point of a commit, one in the middle of recovery,"
                    + " and one at random. Fails when money or a committed transfer is lost, when a"
                    + " transaction ends otherwise than was decided, when anything is left in"
                    + " doubt, or when a point is not hit three times. Transactions are Narayana's;"
                    + " both databases and its log wait for the disk.",
            ""
        })
public final class BankCommand extends MeasuringCommand {

    private static final int MOST_THREADS = 16;
    private static final String POOL = "sluice";

    private static final Sheet<String, String> BANK =
            new Sheet<String, String>("pool", "bank", pool -> BarChart.Tone.OURS)
                    .total("rounds", "rounds")
                    .total("kills", "kills")
                    .total("transfers committed", "transfersCommitted")
                    .total("in doubt found", "inDoubtFound")
                    .total("recovered", "recovered")
                    .total("in doubt now", "inDoubtAtEnd")
                    .total("money lost", "moneyLost")
                    .chart(BankCommand::branches);

    private static final Sheet<String, Point> KILLS =
            new Sheet<String, Point>("point", "kills", point -> BarChart.Tone.OURS)
                    .fact("pool", (bank, point) -> POOL)
                    .fact("point", (bank, point) -> point)
                    .value("hits", "hits", List::size)
                    .value(
                            "the transaction is then",
                            "",
                            kills -> kills.get(0).contestant().outcome())
                    .value("and when it was hit", "", kills -> kills.get(0).contestant().reached)
                    .raw("transfersTold")
                    .figure("", "inDoubtFound", Figures::count)
                    .chart("Branches in doubt after a kill")
                    .raw("recovered");

    @Option(
            names = "--databases",
            paramLabel = "BOTH",
            description = {
                "postgres,h2 or postgres,mariadb. MariaDB is killed with the JVM in every second"
                        + " round.",
                "Default: ${DEFAULT-VALUE}"
            })
    private Databases databases = Databases.POSTGRES_H2;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "How many rounds of six kills. Default: 10; with --quick 3; at least 3.")
    private @Nullable Integer rounds;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "How many threads transfer. Default: 4; at most 16.")
    private @Nullable Integer threads;

    @Option(
            names = "--side-by-side",
            description =
                    "Lets threads into H2 at the same time. H2 then loses what it has confirmed, so"
                            + " sooner or later the command fails: see docs/performance.md.")
    private boolean sideBySide;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description =
                    "Of the amounts and of the times of the kills. Default: another each time.")
    private @Nullable Long seed;

    @Override
    protected Report measure() throws IOException, InterruptedException {
        BankPlan plan = plan();
        BankFolder folder = BankFolder.create();
        BankTally tally = run(plan, folder);
        failFor(concluded(wrong(tally), folder));
        return report(plan, tally);
    }

    /**
     * Returns the reasons for which the command has to fail. A run that ended early because
     * something was wrong fails for that only, not for what it did not reach.
     */
    static List<String> wrong(BankTally tally) {
        if (!tally.wrong().isEmpty()) {
            return tally.wrong();
        }
        return Arrays.stream(Point.values())
                .filter(point -> point.isNamed() && tally.hits(point) < Point.LEAST_HITS)
                .map(
                        point ->
                                "%s was hit %d times; expected at least %d"
                                        .formatted(point, tally.hits(point), Point.LEAST_HITS))
                .toList();
    }

    /** Returns the report of a run. */
    static Report report(BankPlan plan, BankTally tally) {
        Printed figures =
                Printed.begin()
                        .with("rounds", plan.rounds())
                        .with("kills", tally.kills().size())
                        .with("transfersCommitted", tally.transfers())
                        .with("inDoubtFound", tally.found())
                        .with("recovered", tally.recovered())
                        .with("inDoubtAtEnd", tally.left().size())
                        .with("moneyLost", tally.lost());
        String question =
                "What is lost when the JVM that commits transactions on two databases is killed?";
        Findings findings = new Findings("bank", question);
        plan.describeIn(findings);
        List<Measured<String, String>> whole = List.of(new Measured<>("bank", POOL, 1, figures));
        findings.add(BANK, whole, bank -> "The bank", "");
        findings.add(
                KILLS,
                tally.kills(),
                bank -> "Where the JVM was killed",
                "The transaction that was there when the kill came is committed or rolled back by"
                        + " recovery, as the manager's log decides.",
                "kills.csv");
        return findings.report();
    }

    private static Chart branches(List<Measured<String, String>> bank) {
        Measured<String, String> whole = bank.get(0);
        return new BarChart(
                "Branches of transactions",
                List.of(
                        BarChart.Bar.ours("found in doubt", whole.get("inDoubtFound")),
                        BarChart.Bar.ours("recovered", whole.get("recovered")),
                        BarChart.Bar.ours("in doubt now", whole.get("inDoubtAtEnd"))),
                Figures::count);
    }

    @Override
    public int leastRounds() {
        return Point.LEAST_HITS;
    }

    /** Makes a run; if that fails, the message says where its files are. */
    static BankTally run(BankPlan plan, BankFolder folder) throws InterruptedException {
        try {
            return new BankRun(plan, folder).run();
        } catch (MeasurementException e) {
            throw new MeasurementException(e.getMessage() + "; " + left(folder), e.getCause());
        } catch (IOException e) {
            throw new MeasurementException("the bank cannot go on; " + left(folder), e);
        }
    }

    /** Deletes the files of a good run; otherwise adds where they are to what is wrong. */
    static List<String> concluded(List<String> wrong, BankFolder folder) throws IOException {
        if (wrong.isEmpty()) {
            folder.delete();
            return wrong;
        }
        List<String> told = new ArrayList<>(wrong);
        told.add(left(folder));
        return told;
    }

    private static String left(BankFolder folder) {
        return "what the run left is in " + folder;
    }

    private BankPlan plan() {
        int count = common().atLeastOne("--rounds", rounds, Point.LEAST_HITS, 10);
        if (count < Point.LEAST_HITS) {
            throw new UsageException(
                    ("--rounds=%s; expected at least %s, for each point has to be hit as"
                                    + " often")
                            .formatted(count, Point.LEAST_HITS));
        }
        int tellers =
                CommonOptions.within(
                        "--threads", common().orDefault(threads, 4, 4), 1, MOST_THREADS);
        if (sideBySide && databases != Databases.POSTGRES_H2) {
            throw new UsageException(
                    "--side-by-side is about H2, which --databases=" + databases + " leaves out");
        }
        return new BankPlan(
                databases, count, tellers, sideBySide, seed == null ? System.nanoTime() : seed);
    }
}
