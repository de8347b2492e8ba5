package io.sluice.perf.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every target is tried with figures that reach it and with such that do not. */
class TargetsTest {

    private static final String GOOD =
            "overload with maxWaiting: good at 3 × ≥ 0.95 of those at 0.9 ×";

    private static final String IS_BACK = "overload with maxWaiting: back within 1 s";

    private final Map<String, List<Map<String, Object>>> results = new HashMap<>();

    /** Adds a result as the command writes it. */
    private void put(String command, String measure, String row, String pool, Object... figures) {
        Map<String, Object> result = new HashMap<>();
        result.put("measure", measure);
        result.put("row", row);
        result.put("pool", pool);
        for (int i = 0; i < figures.length; i += 2) {
            result.put((String) figures[i], figures[i + 1]);
        }
        results.computeIfAbsent(command, name -> new ArrayList<>()).add(result);
    }

    private void rates(String command, String row, double sluice, double hikari, double bound) {
        String name = (command.startsWith("cycle") ? "cycles" : "statements") + "PerSecond";
        put(command, "throughput", row, "sluice", name, sluice);
        put(command, "throughput", row, "hikari", name, hikari);
        put(command, "throughput", row, "agroal", name, hikari / 2);
        put(command, "throughput", row, "literal", name, 1e9);
        put(command, "throughput", row, row.startsWith("32t") ? "ideal" : "floor", name, bound);
    }

    private List<Target> targets() {
        List<Outcome> outcomes = new ArrayList<>();
        results.forEach(
                (command, list) ->
                        outcomes.add(
                                new Outcome(
                                        command,
                                        Duration.ofSeconds(1),
                                        new Report(
                                                command,
                                                "",
                                                Instant.EPOCH,
                                                ReportFixture.report().machine(),
                                                Map.of(),
                                                List.of(),
                                                list,
                                                Map.of()),
                                        null,
                                        null)));
        outcomes.add(new Outcome("bank", Duration.ofSeconds(1), null, "no disk", null));
        return Targets.of(outcomes);
    }

    /** Returns figure and verdict. */
    private String of(String wanted) {
        List<Target> found =
                targets().stream().filter(target -> target.wanted().equals(wanted)).toList();
        assertThat(found).as(wanted).hasSize(1);
        return String.join(" | ", found.get(0).cells().subList(1, 3));
    }

    @Test
    void whatWasNotMeasuredIsNoneOfBoth() {
        assertThat(targets())
                .hasSize(14 + 6 + 8 + 2 + 4 + 2 + 2 + 1 + 4 + 2 + 1 + 5 + 1 + 2)
                .doesNotHaveDuplicates()
                .allSatisfy(
                        target ->
                                assertThat(target.cells().subList(1, 3))
                                        .containsExactly("", "not measured in this run"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "cycle; 1t; 3 × the best peer; 300; 3.000 × hikari, the best of 2 | reached",
                "cycle; 2t; 5 × the best peer; 499.99; 4.999 × hikari, the best of 2 | not reached",
                "cycle; 8t; 0.8 × floor; 80; 0.800 | reached",
                "cycle; 8t-app; 0.8 × floor; 79.99; 0.799 | not reached",
                "cycle; 1t-req; 0.6 × floor; 60; 0.600 | reached",
                "cycle-virtual; 1t; 2.5 × the best peer; 300; 3.000 × hikari, the best of 2 | reached",
                "cycle-virtual; 8t; 0.75 × floor; 10; 0.100 | not reached",
                "cycle; 32t-0; 2.5 × the best peer; 250; 2.500 × hikari, the best of 2 | reached",
                "cycle; 32t-0; 2.5 × the best peer; 249; 2.490 × hikari, the best of 2 | not reached",
                "cycle; 32t-500; 1 × the best peer; 100; 1.000 × hikari, the best of 2 | reached",
                "cycle; 32t-5000; 1 × the best peer; 99; 0.990 × hikari, the best of 2 | not reached",
                "cycle; 32t-500-app; 1 × the best peer; 84; 0.840 × hikari, the best of 2 | not reached",
                "cycle-virtual; 32t-500; 1 × the best peer; 100; 1.000 × hikari, the best of 2 | reached",
                "cycle-virtual; 32t-5000; 1 × the best peer; 99; 0.990 × hikari, the best of 2 | not reached",
                "cycle; 32t-5000; 0.8 × ideal; 80; 0.800 | reached",
                "cycle; 32t-500; 0.8 × ideal; 79; 0.790 | not reached",
                "statement; 1t; 3 × the best peer; 300; 3.000 × hikari, the best of 2 | reached",
                "statement; 8t-app; 3 × the best peer; 299; 2.990 × hikari, the best of 2 | not reached",
            })
    void ratesAreComparedWithThoseOfTheRow(
            String command, String row, String wanted, double sluice, String expected) {
        rates(command, row, sluice, 100, 100);

        assertThat(of(command + " " + row + " ≥ " + wanted)).isEqualTo(expected);
    }

    @Test
    void withoutPeersThereIsNoRatio() {
        put("cycle", "throughput", "1t", "sluice", "cyclesPerSecond", 100.0);
        put("cycle", "throughput", "1t", "floor", "cyclesPerSecond", 100.0);

        assertThat(of("cycle 1t ≥ 3 × the best peer")).isEqualTo(" | not measured in this run");
        assertThat(of("cycle 1t ≥ 0.8 × floor")).isEqualTo("1.000 | reached");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "32; 32 beside 32 of tomcat, the best of 2 | reached",
                "33; 33 beside 32 of tomcat, the best of 2 | not reached",
            })
    void mostOvertakenThreadIsComparedWithTheFairestPeer(double sluice, String expected) {
        put("cycle", "waits", "32t-500", "sluice", "overtakenBy", sluice);
        put("cycle", "waits", "32t-500", "hikari", "overtakenBy", 5e4);
        put("cycle", "waits", "32t-500", "tomcat", "overtakenBy", 32.0);
        put("cycle", "waits", "32t-500", "literal", "overtakenBy", 1.0);

        assertThat(
                        of(
                                "cycle 32t-500: the most overtaken thread no more than with the fairest peer"))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "50.0; 43.0; nobody; reached",
                "70.0; 42.0; nobody; reached",
                "50.0; 42.0; druid in 0c; not reached",
            })
    void spikeIsLostToAPeerWithBothMediansLower(
            double millis, double made, String better, String reached) {
        put("spike", "spike", "0c", "sluice", "serveAllMillis", 60.0, "connectionsMade", 43.0);
        put("spike", "spike", "0c", "druid", "serveAllMillis", millis, "connectionsMade", made);
        put("spike", "spike", "5c", "sluice", "serveAllMillis", 10.0, "connectionsMade", 1.0);
        put("spike", "spike", "5c", "druid", "serveAllMillis", 10.0, "connectionsMade", 0.5);

        assertThat(of("spike: no peer better in both columns"))
                .isEqualTo(better + "; 2 comparisons | " + reached);
    }

    @Test
    void spikeIsLostWhereOnlyPeersServeAll() {
        put("spike", "spike", "0c", "sluice", "roundsFailed", 5);
        put("spike", "spike", "0c", "druid", "serveAllMillis", 9.0, "connectionsMade", 9.0);
        put("spike", "spike", "5c", "sluice", "serveAllMillis", 1.0, "connectionsMade", 1.0);
        put("spike", "spike", "5c", "druid", "serveAllMillis", 9.0, "connectionsMade", 9.0);

        assertThat(of("spike: no peer better in both columns"))
                .isEqualTo("sluice failed in 0c; 1 comparisons | not reached");
    }

    @Test
    void spikeIsLostWhereSluiceFailsInEveryRow() {
        put("spike", "spike", "0c", "sluice", "roundsFailed", 5);
        put("spike", "spike", "0c", "druid", "serveAllMillis", 9.0, "connectionsMade", 9.0);

        assertThat(of("spike: no peer better in both columns"))
                .isEqualTo("sluice failed in 0c; 0 comparisons | not reached");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "0; 0.001; 0 at most in a round | reached; 0.100 % at most in a round | reached",
                "1; 0.0011; 1 at most in a round | not reached; 0.110 % at most in a round | not reached",
            })
    void contentionIsJudgedByTheWorstRound(
            double monitors, double share, String ofMonitors, String ofLocks) {
        put(
                "contention",
                "contention",
                "32t-8c-500",
                "sluice",
                "contendedMonitorsMax",
                monitors,
                "largestLockShareMax",
                share);
        put("contention", "contention", "32t-8c-500", "druid", "contendedMonitorsMax", 9e9);

        assertThat(of("contention: no contended monitor")).isEqualTo(ofMonitors);
        assertThat(of("contention: no class of lock above 0.1 % of the time")).isEqualTo(ofLocks);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "0; 1 idle: 0/s, 100 idle: 0/s | reached",
                "0.1; 1 idle: 0/s, 100 idle: 0.10/s | not reached",
            })
    void oneWakeUpOfIdlePoolsIsTooMuch(double ofHundred, String expected) {
        put("housekeeping", "idle", "", "sluice", "pools", 1, "wakeUpsPerSecondMax", 0.0);
        put("housekeeping", "idle", "", "sluice", "pools", 100, "wakeUpsPerSecondMax", ofHundred);
        put("housekeeping", "idle", "", "hikari", "pools", 1, "wakeUpsPerSecondMax", 5.0);

        assertThat(of("housekeeping: no wake-up that is not due")).isEqualTo(expected);
    }

    @Test
    void wakeUpsThatAreNotCountedAreNotNone() {
        put("housekeeping", "idle", "", "sluice", "pools", 1);

        assertThat(of("housekeeping: no wake-up that is not due"))
                .isEqualTo(" | not measured in this run");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "31.9; 31.9 beside 56 of agroal, the only peer, in 1t | reached",
                "56.01; 56.0 beside 56 of agroal, the only peer, in 1t | not reached",
            })
    void bytesOfAnOperationAreJudgedByTheWorstRow(double sluice, String expected) {
        String wanted = ": fewest bytes for each operation";
        for (String command : List.of("cycle", "statement", "wrappers")) {
            String measure = command.equals("wrappers") ? command : "throughput";
            String name = command.equals("cycle") ? "bytesPerCycle" : "bytesPerStatement";
            put(command, measure, "8t", "sluice", name, 10.0);
            put(command, measure, "8t", "agroal", name, 100.0);
            put(command, measure, "1t", "sluice", name, sluice);
            put(command, measure, "1t", "agroal", name, 56.0);
        }

        for (String command : List.of("cycle", "statement", "wrappers")) {
            assertThat(of(command + wanted)).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "100; 120; 1.000 × hikari, the best of 2 | reached; 1.200 × tomcat, the best of 2 | reached",
                "99; 120.1; 0.990 × hikari, the best of 2 | not reached; 1.201 × tomcat, the best of 2 | not reached",
            })
    void loadIsComparedWithTheBestAndWithTheFairest(
            double rate, double wait, String ofRates, String ofWaits) {
        put("load", "load", "", "sluice", "transactionsPerSecond", rate, "acquireMicrosP999", wait);
        put("load", "load", "", "hikari", "transactionsPerSecond", 100.0, "acquireMicrosP999", 5e3);
        put("load", "load", "", "tomcat", "transactionsPerSecond", 90.0, "acquireMicrosP999", 1e2);

        assertThat(of("load ≥ 1 × the best peer")).isEqualTo(ofRates);
        assertThat(of("load: acquire p99.9 ≤ 1.2 × the fairest peer")).isEqualTo(ofWaits);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "0.95; 1000; 0.950 | reached; 1.00 s | reached",
                "0.949; 1100; 0.949 | not reached; 1.10 s | not reached",
            })
    void overloadIsJudgedWithALimitOnTheLine(
            double good, double back, String ofGood, String ofBack) {
        put("overload", "overload", "3", "sluice", "goodOfReference", good, "maxWaiting", 64);
        put("overload", "overload", "0.5-back", "sluice", "backMillis", 0.0, "maxWaiting", 64);
        put("overload", "overload", "0.5-after", "sluice", "backMillis", back, "maxWaiting", 64);

        assertThat(of(GOOD)).isEqualTo(ofGood);
        assertThat(of(IS_BACK)).isEqualTo(ofBack);
    }

    @Test
    void overloadWithoutALimitIsNotJudged() {
        put("overload", "overload", "3", "sluice", "goodOfReference", 0.02);
        put("overload", "overload", "0.5-back", "sluice", "backMillis", 0.0);
        put("overload", "overload", "0.5-after", "sluice", "backMillis", 0.0);

        assertThat(of(GOOD)).isEqualTo(" | not measured in this run");
        assertThat(of(IS_BACK)).isEqualTo(" | not measured in this run");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "1150; 300; 10; 150; reached",
                "1151; 301; 11; 151; not reached",
            })
    void growthIsJudgedByTimeAndConnections(
            double longHold, double shortHold, double made, double longest, String verdict) {
        String first = "stub-0c-500r-100ms";
        put("spike", "spike", first, "sluice", "serveAllMillis", longHold, "connectionsMade", 50.0);
        put("spike", "spike", first, "dbcp2", "serveAllMillis", 1000.0, "connectionsMade", 50.0);
        String second = "stub-0c-500r-2ms";
        put("spike", "spike", second, "sluice", "serveAllMillis", shortHold);
        put("spike", "spike", second, "sluice", "connectionsMade", made);
        put("spike", "spike", "stub-ramp", "sluice", "waitMillisLongest", longest);
        put("spike", "spike", "stub-ramp", "sluice", "connectMillis", 100L);

        assertThat(
                        targets().stream()
                                .filter(target -> target.wanted().startsWith("spike stub"))
                                .map(target -> target.verdict().toString()))
                .hasSize(4)
                .containsOnly(verdict);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "110; 50; 100; 1.100; 0.500; reached",
                "111; 51; 99; 1.110; 0.510; not reached"
            })
    void wrappersAndTransactionsAreComparedWithOnePeer(
            double wrapper,
            double time,
            double rate,
            String ofWrapper,
            String ofTime,
            String verdict) {
        for (String name : List.of("cpuNanosPerStatement", "bytesPerStatement")) {
            put("wrappers", "wrappers", "stub", "sluice", name, wrapper);
            put("wrappers", "wrappers", "stub", "hikari", name, 100.0);
            put("wrappers", "wrappers", "stub", "agroal", name, 1.0);
        }
        put("xa", "xa", "stub", "sluice", "nanosPerTransaction", time);
        put("xa", "xa", "stub", "agroal", "nanosPerTransaction", 100.0);
        put("xa", "xa", "h2-2", "sluice", "transactionsPerSecond", rate);
        put("xa", "xa", "h2-2", "agroal", "transactionsPerSecond", 100.0);

        assertThat(of("wrappers stub: CPU ≤ 1.1 × hikari")).isEqualTo(ofWrapper + " | " + verdict);
        assertThat(of("wrappers stub: bytes ≤ 1.1 × hikari"))
                .isEqualTo(ofWrapper + " | " + verdict);
        assertThat(of("xa stub: time ≤ 0.5 × agroal")).isEqualTo(ofTime + " | " + verdict);
        assertThat(of("xa h2-2 ≥ 1 × agroal")).endsWith(" | " + verdict);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "20; 20 beside 21 of vibur, the best of 2 | reached",
                "829; 829 beside 21 of vibur, the best of 2 | not reached",
            })
    void bytesOfAnIdleConnectionAreComparedWithTheLeast(double sluice, String expected) {
        put("housekeeping", "held", "", "sluice", "bytesPerConnection", sluice);
        put("housekeeping", "held", "", "hikari", "bytesPerConnection", 367.0);
        put("housekeeping", "held", "", "vibur", "bytesPerConnection", 21.0);

        assertThat(of("housekeeping: fewest bytes for an idle connection")).isEqualTo(expected);
    }
}
