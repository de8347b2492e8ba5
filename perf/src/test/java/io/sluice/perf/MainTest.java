package io.sluice.perf;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.peer.Peer;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        return Main.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
    }

    @Test
    void withoutACommandTheLoadIsMeant() {
        assertThat(Main.withDefaultCommand()).containsExactly("load");
        assertThat(Main.withDefaultCommand("--quick")).containsExactly("load", "--quick");
        assertThat(Main.withDefaultCommand("cycle", "--quick")).containsExactly("cycle", "--quick");
        assertThat(Main.withDefaultCommand("--help")).containsExactly("--help");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "load | --pools=POOL |",
                "cycle | --pools=POOL |",
                "statement | --pools=POOL |",
                "wrappers | --pools=POOL |",
                "spike | --pools=POOL |",
                "faults | --pools=POOL |",
                "bank | --rounds=N |",
                "xa | --pools=POOL |",
                "contention | --pools=POOL |",
                "queues | --structures=NAME | --prof",
                "housekeeping | --pools=POOL |",
                "safepoints | --pools=POOL |",
                "lines | --pools=POOL --threads=N |",
                "all | all.html --rounds=N | --pools"
            })
    void everyCommandHasHelpAndTheCommonOptions(String command, String own, String missing) {
        assertThat(run(command, "--help")).isZero();

        assertThat(out.toString())
                .contains("--quick", "--json=FILE", "--out=DIR")
                .contains(own.split(" "));
        if (missing != null) {
            assertThat(out.toString()).doesNotContain(missing);
        }
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void theSimulationHasHelp() {
        assertThat(run("simulate", "--help")).isZero();

        assertThat(out.toString()).contains("--seeds=N");
        assertThat(err.toString()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "load",
                "cycle",
                "statement",
                "wrappers",
                "spike",
                "faults",
                "contention",
                "housekeeping",
                "safepoints",
                "lines"
            })
    void helpNamesEveryPoolThatServesApplications(String command) {
        assertThat(run(command, "--help")).isZero();

        assertThat(out.toString().replaceAll("\\s+", " "))
                .contains(
                        Arrays.stream(Peer.values())
                                .filter(Peer::servesApplications)
                                .map(Peer::toString)
                                .collect(Collectors.joining(", ")));
    }

    @Test
    void helpListsTheCommands() {
        assertThat(run("--help")).isZero();

        assertThat(out.toString())
                .contains(
                        "load",
                        "cycle",
                        "statement",
                        "wrappers",
                        "spike",
                        "faults",
                        "bank",
                        "soak",
                        "xa",
                        "contention",
                        "queues",
                        "housekeeping",
                        "safepoints",
                        "lines",
                        "all",
                        "Exit codes");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "cycle --pools=sluice,nobody | expected some of sluice, hikari, agroal | nobody",
                "cycle --rows=1t,3t | expected some of 1t, 2t, 8t | 3t",
                "cycle --forks=0 | expected at least 1 | --forks=0",
                "cycle --wait-rounds=-1 | expected at least 1 | --wait-rounds=-1",
                "cycle --pools=floor --rows=32t-0 | leave nothing to measure | --pools",
                "cycle --waits=only --rows=1t | leaves nothing to measure | --waits=only",
                "cycle --prof=stack | 'stack' | --prof",
                "cycle --thread-kind=green | 'green' | --thread-kind",
                "contention --pools=floor | expected some of sluice, hikari, agroal | floor",
                "contention --threads=0 | expected at least 1 | --threads=0",
                "contention --connections=0 | expected at least 1 | --connections=0",
                "contention --tokens=-1 | expected 0 to 1000000 | --tokens=-1",
                "contention --rounds=0 | expected at least 1 | --rounds=0",
                "contention --millis=0 | expected at least 1 | --millis=0",
                "queues --structures=sluice,tree | expected some of sluice, sync-stack | tree",
                "queues --threads=1,17 | expected 1 to 16 | --threads=17",
                "queues --work=-1 | expected 0 to 1000000 | --work=-1",
                "queues --time=0 | expected at least 1 | --time=0",
                "housekeeping --pools=literal | expected some of sluice, hikari, agroal | literal",
                "housekeeping --rows=idle-2 | expected some of idle-1, idle-100, held | idle-2",
                "housekeeping --window=0 | expected at least 1 | --window=0",
                "housekeeping --time=0 | expected at least 1 | --time=0",
                "safepoints | there is neither | FILE or --run",
                "safepoints --run x.log | there are both | FILE or --run",
                "safepoints x.log --forks=2 | safepoints: Missing required argument | --run",
                "safepoints --forks=2 | safepoints: Missing required argument | --run",
                "safepoints --run --time=0 | expected at least 1 | --time=0",
                "safepoints --run --pools=literal | expected some of sluice, hikari | literal",
                "lines --pools=ideal | expected some of sluice, hikari, agroal | ideal",
                "lines --threads=0 | expected 1 to 256 | --threads=0",
                "safepoints /does/not/exist | cannot be read | /does/not/exist",
                "cycle --pools=raw | expected some of sluice, hikari, agroal | raw",
                "statement --pools=literal | expected some of sluice, hikari, agroal | literal",
                "statement --rows=3t | expected some of 1t, 2t, 8t | 3t",
                "statement --pools=floor --rows=32t-0 | leave nothing to measure | --pools",
                "statement --time=0 | expected at least 1 | --time=0",
                "wrappers --pools=floor | expected some of sluice, hikari, agroal, dbcp2 | floor",
                "wrappers --rows=oracle | expected some of h2, stub | oracle",
                "wrappers --iterations=0 | expected at least 1 | --iterations=0",
                "wrappers --statements=0 | expected at least 1 | --statements=0",
                "spike --pools=literal | expected some of sluice, hikari, agroal | literal",
                "spike --on=oracle | expected some of stub, postgres | oracle",
                "spike --requests=50,0 | expected 1 to 100000 | --requests=0",
                "spike --start=50 | expected 0 to 49 | --start=50",
                "spike --connect=0 | expected at least 1 | --connect=0",
                "spike --user=me | need --url | --user",
                "spike --on=stub --url=jdbc:postgresql://db/x | needs --on=postgres | --url",
                "faults --pools=literal | expected some of sluice, hikari, agroal | literal",
                "faults --faults=killed,fire | expected some of stopped, killed | fire",
                "faults --connections=31 | expected 1 to 30 | --connections=31",
                "faults --outage=0 | expected at least 1 | --outage=0",
                "bank --rounds=2 | expected at least 3 | --rounds=2",
                "bank --threads=17 | expected 1 to 16 | --threads=17",
                "bank --databases=h2 | expected some of postgres,h2, postgres,mariadb | h2",
                "bank --databases=postgres,mariadb --side-by-side | about H2 | postgres,mariadb",
                "soak --minutes=0 | expected at least 1 | --minutes=0",
                "soak --threads=0 | expected at least 1 | --threads=0",
                "soak --connections=31 | expected 1 to 30 | --connections=31",
                "xa --pools=hikari | expected some of sluice, agroal, atomikos, bitronix | hikari",
                "xa --rows=oracle | expected some of stub, plain, h2-1 | oracle",
                "xa --rounds=0 | expected at least 1 | --rounds=0",
                "xa --warmup-millis=0 | expected at least 1 | --warmup-millis=0",
                "load --pools=literal | expected some of sluice, hikari, agroal | literal",
                "load --threads=0 | expected at least 1 | --threads=0",
                "load --scale=x | 'x' is not an int | --scale",
                "load --user=me | need --url | --user",
                "load --url=jdbc:h2:mem: | expected a PostgreSQL | jdbc:h2:mem:",
                "load --config=/does/not/exist | cannot be read | /does/not/exist",
                "all --rounds=0 | expected at least 1 | --rounds=0",
                "all --quick --rounds=-1 | expected at least 1 | --rounds=-1",
                "all --rounds=many | 'many' is not an int | --rounds",
                "nonsense | nonsense | --help"
            })
    void argumentsThatMakeNoSenseGiveOneLineAndExitCodeTwo(
            String line, String expected, String named) {
        assertThat(run(line.strip().split(" "))).isEqualTo(2);

        assertThat(err.toString().lines()).singleElement().asString().contains(expected, named);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void databaseThatCannotBeReachedGivesOneLineAndExitCodeOne() {
        String url = "jdbc:postgresql://localhost:1/none?password=secret";

        assertThat(run("load", "--url=" + url)).isEqualTo(1);

        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .startsWith(
                        "perf/run load: cannot use the database at"
                                + " jdbc:postgresql://localhost:1/none")
                .doesNotContain("secret");
    }

    @Test
    void wrappersAreMeasuredAndWritten(@TempDir Path folder) throws IOException {
        Path json = folder.resolve("wrappers.json");

        assertThat(
                        run(
                                "wrappers",
                                "--quick",
                                "--rows=stub",
                                "--pools=raw",
                                "--statements=10",
                                "--json=" + json))
                .isZero();

        assertThat(out.toString()).contains("Wrappers around the stub driver", "CPU/statement");
        assertThat(Files.readString(json)).contains("cpuNanosPerStatement", "\"pool\" : \"raw\"");
    }

    @Test
    void resultsThatCannotBeWrittenArePrinted(@TempDir Path folder) throws IOException {
        // A link to nowhere: making the file fails after the measurement, as on a full disk.
        Path json = folder.resolve("wrappers.json");
        Files.createSymbolicLink(json, folder.resolve("none").resolve("file"));

        // Buffered, as the terminal is: what is not flushed is lost.
        PrintWriter terminal = new PrintWriter(new BufferedWriter(out), true);

        assertThat(
                        Main.run(
                                terminal,
                                new PrintWriter(err, true),
                                "wrappers",
                                "--quick",
                                "--rows=stub",
                                "--pools=raw",
                                "--statements=10",
                                "--json=" + json))
                .isEqualTo(1);

        assertThat(out.toString())
                .contains("Wrappers around the stub driver", "rough run, not for comparison");
        assertThat(err.toString())
                .contains("cannot write " + json, "the results are printed above");
    }

    @Test
    void spikeIsMeasuredAndWritten(@TempDir Path folder) throws IOException {
        assertThat(
                        run(
                                "spike",
                                "--quick",
                                "--on=stub",
                                "--pools=sluice",
                                "--start=0",
                                "--hold=1",
                                "--requests=3",
                                "--connect=1",
                                "--out=" + folder))
                .isZero();

        assertThat(out.toString())
                .contains("3 requests at once on no connection, hold 1 ms, stub", "Verdicts");
        assertThat(Files.readString(folder.resolve("spike.json"))).contains("serveAllMillis");
        assertThat(folder.resolve("spike.html"))
                .content()
                .contains(
                        "<p class=\"rough\">rough run, not for comparison</p>",
                        "perf/run spike --quick");
        assertThat(folder.resolve("spike-waiting.csv")).isNotEmptyFile();
    }

    @Test
    @Tag("weekly")
    void contentionIsMeasuredAndWritten(@TempDir Path folder) throws IOException {
        assertThat(
                        run(
                                "contention",
                                "--quick",
                                "--pools=sluice,literal",
                                "--threads=2",
                                "--connections=1",
                                "--tokens=0",
                                "--millis=50",
                                "--out=" + folder))
                .isZero();

        assertThat(out.toString())
                .contains(
                        "2 threads on 1 connection", "What threads waited at", "async-profiler: ");
        assertThat(Files.readString(folder.resolve("contention.json")))
                .contains("contendedMonitors", "targetsMet");
        assertThat(Files.readString(folder.resolve("contention.html")))
                .contains("contention-literal-flame.html");
        assertThat(folder.resolve("contention-literal-flame.html")).isNotEmptyFile();
        assertThat(folder.resolve("contention-locks.csv")).isNotEmptyFile();
    }

    @Test
    @Tag("weekly")
    void safepointsAreReadAndWritten(@TempDir Path folder) throws IOException {
        Path log = folder.resolve("safepoint.log");
        Files.writeString(
                log,
                "Safepoint \"Cleanup\", Time since last: 1 ns, Reaching safepoint: 2 ns, Cleanup: 3"
                        + " ns, At safepoint: 4 ns, Total: 9 ns\n");

        assertThat(run("safepoints", log.toString(), "--out=" + folder)).isZero();

        assertThat(out.toString()).contains("Stops by operation", "Cleanup");
        assertThat(Files.readString(folder.resolve("safepoints.html"))).contains(">100 % Cleanup<");
        assertThat(Files.readString(folder.resolve("safepoints-1.svg")))
                .startsWith("<svg ")
                .contains("xmlns=\"http://www.w3.org/2000/svg\"", ">100 % Cleanup<");
        assertThat(Files.readString(folder.resolve("safepoints.json"))).contains("shareOfTime");
    }

    @Test
    void logWithoutSafepointsGivesOneLineAndExitCodeOne(@TempDir Path folder) throws IOException {
        Path log = Files.writeString(folder.resolve("other.log"), "nothing\n");

        assertThat(run("safepoints", log.toString())).isEqualTo(1);

        assertThat(err.toString().lines()).singleElement().asString().contains("tells of no stop");
    }

    @Test
    @Tag("weekly")
    void safepointsOfALoadAreComparedAndKept(@TempDir Path folder) throws IOException {
        assertThat(
                        run(
                                "safepoints",
                                "--run",
                                "--quick",
                                "--pools=sluice",
                                "--with=-XX:+UseSerialGC",
                                "--jvm-arg=-Xmn2m", // so that it is stopped, whatever the JDK
                                "--threads=2",
                                "--time=50",
                                "--out=" + folder))
                .isZero();

        assertThat(out.toString())
                .contains(
                        "sluice: 2 threads on 1 connection",
                        "Stops by operation: sluice, +UseSerialGC",
                        "Flags in effect",
                        "G1 Young Generation");
        assertThat(Files.readString(folder.resolve("safepoints.json"))).contains("safepoints-run");
        assertThat(run("safepoints", folder.resolve("safepoints-sluice-default-1.log").toString()))
                .as("what it has written, read")
                .isZero();
    }

    @Test
    @Tag("weekly")
    void biasedLockingIsComparedOrSaidToBeMissing() {
        assertThat(run("safepoints", "--run", "--quick", "--pools=sluice", "--time=50")).isZero();

        assertThat(out.toString())
                .contains(
                        Runtime.version().feature() < 18
                                ? "+UseBiasedLocking"
                                : "biased locking: JDK " + Runtime.version().feature());
    }

    /** The figures are left in {@code target}, where the ordinary run has them. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "queues --threads=4 --structures=sluice,sync-stack | ratioToSyncStack",
                "housekeeping --pools=sluice,hikari --rows=idle-1,wake-8 | cpuNanosPerRequest",
                "safepoints --run --pools=sluice | stoppedNanos",
                "lines --pools=sluice --threads=2 | linesMoved"
            })
    void studyIsRunInShort(String line, String figure) throws IOException {
        Path json = Path.of("target", "quick", line.replaceFirst(" .*", ".json"));

        assertThat(run((line + " --quick --json=" + json).split(" ")))
                .as(() -> out + "\n" + err)
                .isZero();

        assertThat(json).content().contains(figure, "rough run, not for comparison");
    }

    @Test
    void forkThatDoesNotStartGivesOneLineAndExitCodeOne() {
        assertThat(run("wrappers", "--quick", "--jvm-arg=-XX:+IgnoreUnrecognizedVMOptions=no"))
                .isEqualTo(1);

        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .startsWith("perf/run wrappers: the fork of sluice in row h2 ended with code 1");
    }

    @Test
    void stackTraceIsShownWhenAskedFor() {
        run("load", "--url=jdbc:postgresql://localhost:1/none", "--stacktrace");

        assertThat(err.toString()).contains("\tat io.sluice.perf.load.LoadCommand");
    }

    @Test
    void folderIsNoPlaceForTheJson(@TempDir Path folder) {
        assertThat(run("cycle", "--json=" + folder)).isEqualTo(2);

        assertThat(err.toString()).contains("is a folder; expected a file to write");
    }

    @Test
    void outThatIsAFileIsRefusedBeforeMeasuring(@TempDir Path folder) throws IOException {
        Path file = Files.createFile(folder.resolve("taken"));

        assertThat(run("cycle", "--out=" + file)).isEqualTo(2);

        assertThat(err.toString()).contains("--out: cannot make the folder " + file);
    }
}
