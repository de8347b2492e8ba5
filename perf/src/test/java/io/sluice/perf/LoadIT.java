package io.sluice.perf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.jr.ob.JSON;
import io.sluice.pool.fault.PostgresServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The load on a named database, by a user that owns nothing else there: however a run ends, it
 * leaves no schema behind.
 */
@Timeout(120)
@Tag("weekly")
class LoadIT {

    private static final String PASSWORD = "secret";

    private static PostgresServer server;
    private static int users;

    @TempDir private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private String user;

    @BeforeAll
    static void startServer() {
        server = PostgresServer.start(Map.of());
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @BeforeEach
    void addUser() {
        user = "loader" + ++users;
        server.addUser(user, PASSWORD);
        server.run("GRANT CREATE ON DATABASE postgres TO " + user);
    }

    @AfterEach
    void nothingIsLeft() {
        assertThat(schemas()).isEmpty();
    }

    private static List<String> schemas() {
        return server.ask("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'sluice%'");
    }

    /** What the user may not do with the tables that the load is about to make. */
    private void forbid(String privilege) {
        server.run(
                "ALTER DEFAULT PRIVILEGES FOR ROLE %1$s REVOKE %2$s ON TABLES FROM %1$s"
                        .formatted(user, privilege));
    }

    private List<String> load(String... more) {
        List<String> arguments =
                new ArrayList<>(
                        List.of(
                                "load",
                                "--url=" + server.url(),
                                "--user=" + user,
                                "--password=" + PASSWORD,
                                "--threads=4",
                                "--rounds=1",
                                "--scale=1"));
        arguments.addAll(List.of(more));
        return arguments;
    }

    private int run(List<String> arguments) {
        return Main.run(
                new PrintWriter(out, true),
                new PrintWriter(err, true),
                arguments.toArray(String[]::new));
    }

    @Test
    void namedDatabaseIsLoadedThroughEachPool() throws IOException {
        Path config =
                Files.writeString(
                        folder.resolve("pool.properties"), "maxSize = 2\nstatementCacheSize = 8\n");
        Path json = folder.resolve("load.json");

        int code =
                run(
                        load(
                                "--pools=sluice,hikari",
                                "--seconds=1",
                                "--config=" + config,
                                "--json=" + json));

        assertThat(code).as(err.toString()).isZero();
        Map<String, Object> report = JSON.std.mapFrom(Files.readString(json));
        assertThat(report.get("settings").toString()).contains("options from " + config);
        List<Map<String, Object>> results = resultsOf(report);
        assertThat(results)
                .extracting(
                        result -> result.get("pool"),
                        result -> result.get("threads"),
                        result -> result.get("connections"),
                        result -> result.get("scale"),
                        result -> result.get("errors"))
                .containsExactly(tuple("sluice", 4, 2, 1, 0), tuple("hikari", 4, 2, 1, 0));
        assertThat(results)
                .allSatisfy(
                        result ->
                                assertThat((Double) result.get("transactionsPerSecond"))
                                        .isPositive());
        assertThat(out.toString() + report).doesNotContain(PASSWORD);
    }

    @SuppressWarnings("unchecked") // that is what a report has
    private static List<Map<String, Object>> resultsOf(Map<String, Object> report) {
        return (List<Map<String, Object>>) report.get("results");
    }

    @Test
    void tablesThatCannotBeFilledAreDropped() {
        forbid("INSERT");

        assertThat(run(load("--pools=sluice", "--seconds=1"))).isEqualTo(1);

        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .startsWith("perf/run load: ")
                .contains("permission denied");
    }

    @Test
    void tablesOnWhichNoTransactionSucceedsAreDropped() {
        forbid("UPDATE");

        assertThat(run(load("--pools=sluice", "--seconds=1"))).isEqualTo(1);

        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .contains("sluice finished no transaction", "permission denied");
    }

    @Test
    void runThatIsInterruptedDropsItsTables() throws Exception {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                Main.class.getName()));
        command.addAll(load("--pools=sluice", "--connections=4", "--seconds=600"));
        Path output = folder.resolve("output.txt");
        Process run =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        try {
            await("transactions have begun") // on the connections of the pool
                    .until(
                            () -> {
                                assertThat(run.isAlive()).as(Files.readString(output)).isTrue();
                                return server.sessions(user);
                            },
                            sessions -> sessions.size() >= 4);

            run.destroy(); // as by hand

            assertThat(run.waitFor(60, TimeUnit.SECONDS)).as("the end of the run").isTrue();
        } finally {
            run.destroyForcibly();
        }
    }
}
