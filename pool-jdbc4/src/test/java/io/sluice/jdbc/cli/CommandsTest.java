package io.sluice.jdbc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.jdbc.JdbcPoolConfig;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandsTest {

    private static final String HIKARI =
            """
            poolName=orders
            jdbcUrl=jdbc:h2:mem:commands;TOKEN=hidden
            username=sa
            password=hidden
            maximumPoolSize=2
            connectionTimeout=5000
            isolateInternalQueries=true
            metricRegistry=registry
            dataSource.user=sa
            dataSource.passwordOfStore=hidden
            """;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

    @TempDir Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("orders.properties"), text);
    }

    private int run(String... arguments) {
        return Commands.run(
                List.of(arguments),
                new PrintStream(printed, true, StandardCharsets.UTF_8),
                new PrintStream(errors, true, StandardCharsets.UTF_8));
    }

    private List<String> printed() {
        return printed.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private List<String> errors() {
        return errors.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void checkPrintsEachValueAndItsSource() throws Exception {
        assertThat(run("check", file(HIKARI).toString())).isZero();
        assertThat(printed())
                .startsWith(
                        "Pool orders",
                        "  name = orders (key poolName of orders.properties (HikariCP))")
                .contains(
                        "  password = (not shown) (key password of orders.properties (HikariCP))",
                        "  maxSize = 2 (key maximumPoolSize of orders.properties (HikariCP))",
                        "  minSize = 0 (default)",
                        "  acquireTimeout = 5s (key connectionTimeout of orders.properties"
                                + " (HikariCP))",
                        "  warning: metricRegistry of HikariCP has no counterpart; publish figures"
                                + " with SluiceMeterBinder, also under HikariCP's names")
                .noneMatch(line -> line.contains("hidden"));
        assertThat(errors()).isEmpty();
    }

    @Test
    void checkConnects() throws Exception {
        Path file = file("url=jdbc:h2:mem:commands\nusername=sa\nminSize=2\n");
        assertThat(run("check", file.toString(), "--connect")).as(errors.toString()).isZero();
        assertThat(printed())
                .last()
                .asString()
                .matches("  connected in \\d+ ms to H2 .* as SA, by H2 JDBC Driver .*");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    HikariCP    | jdbcUrl=URL username=sa maximumPoolSize=3 connectionTimeout=5000
                    Agroal      | jdbcUrl=URL principal=sa maxSize=3 acquisitionTimeout=PT5S
                    DBCP2       | url=URL username=sa maxTotal=3 maxWaitMillis=5000
                    Tomcat JDBC | url=URL username=sa maxActive=3 maxWait=5000 maxAge=60000
                    c3p0        | c3p0.jdbcUrl=URL c3p0.user=sa c3p0.maxPoolSize=3
                    Druid       | druid.url=URL druid.username=sa druid.maxActive=3
                    """)
    void checkConnectsWithAFileOfAnotherPool(String pool, String keys) throws Exception {
        Path file = file(keys.replace(' ', '\n').replace("URL", "jdbc:h2:mem:commands"));
        assertThat(run("check", file.toString(), "--connect")).as(errors.toString()).isZero();
        assertThat(printed())
                .anyMatch(line -> line.matches("  maxSize = 3 .*\\(" + pool + "\\)\\)"))
                .noneMatch(line -> line.contains("warning"))
                .last()
                .asString()
                .startsWith("  connected in ");
    }

    @Test
    void checkSaysWhyItCannotConnect() throws Exception {
        Path file = file("url=jdbc:h2:mem:none;IFEXISTS=TRUE\nusername=sa\n");
        assertThat(run("check", file.toString(), "--connect")).isEqualTo(Main.FAILED);
        assertThat(errors()).first().asString().startsWith("error: cannot connect: ");
    }

    /** What Bitronix was itself is missing: the pool could not start, and its database is there. */
    @Test
    void checkConnectsEvenIfSomethingIsWrong() throws Exception {
        Path file =
                file(
                        """
                        resource.ds.className=org.h2.jdbcx.JdbcDataSource
                        resource.ds.uniqueName=jdbc/orders
                        resource.ds.maxPoolSize=3
                        resource.ds.driverProperties.URL=jdbc:h2:mem:commands
                        resource.ds.driverProperties.user=sa
                        """);
        assertThat(run("check", "--connect", file.toString())).isEqualTo(Main.FAILED);
        assertThat(errors())
                .containsExactly(
                        "error: "
                                + file
                                + ": resource ds: xaDataSourceClassName is set and no transaction"
                                + " manager is configured; set transactionManager, or"
                                + " transactions=off");
        assertThat(printed()).last().asString().startsWith("  connected in ");
    }

    @Test
    void explainPrintsAFileOfSluice() throws Exception {
        assertThat(run("explain", file(HIKARI).toString())).isZero();
        assertThat(printed())
                .containsExactly(
                        "# Pool orders",
                        "# key poolName of orders.properties (HikariCP)",
                        "name = orders",
                        "# key jdbcUrl of orders.properties (HikariCP)",
                        "# copy what *** hides, and uncomment the next line",
                        "# url = jdbc:h2:mem:commands;TOKEN=***",
                        "# key dataSource.passwordOfStore, dataSource.user of orders.properties",
                        "# dataSource.passwordOfStore: copy the value, which is not shown",
                        "dataSource.user = sa",
                        "# key username of orders.properties (HikariCP)",
                        "username = sa",
                        "# key password of orders.properties (HikariCP)",
                        "# password: copy the value, which is not shown",
                        "# key maximumPoolSize of orders.properties (HikariCP)",
                        "maxSize = 2",
                        "# key connectionTimeout of orders.properties (HikariCP)",
                        "acquireTimeout = 5s",
                        "# isolateInternalQueries is not needed: the pool's own queries leave no"
                                + " transaction open",
                        "# warning: metricRegistry of HikariCP has no counterpart; publish figures"
                                + " with SluiceMeterBinder, also under HikariCP's names");
        String completed =
                String.join("\n", printed()).replace("# url = ", "url = ").replace("***", "hidden");
        Path explained = Files.writeString(folder.resolve("explained.properties"), completed);
        assertThat(JdbcPoolConfig.load(explained).url()).endsWith(";TOKEN=hidden");
    }

    /** The file may be used on another machine, with other values. */
    @Test
    void explainKeepsReferencesToTheEnvironment() throws Exception {
        Path file =
                file(
                        """
                        jdbcUrl=jdbc:h2:mem:${NOT_SET:commands};IFEXISTS=${PATH}
                        username=${NOT_SET:sa}
                        password=${PATH}
                        maximumPoolSize=${NOT_SET:2}
                        connectionTimeout=${NOT_SET:5000}
                        dataSource.user=${NOT_SET:sa}
                        dataSource.secret=${NOT_SET:hidden}
                        poolName=$${orders}
                        """);
        assertThat(run("explain", file.toString())).isZero();
        assertThat(printed())
                .contains(
                        "url = jdbc:h2:mem:${NOT_SET:commands};IFEXISTS=${PATH}",
                        "username = ${NOT_SET:sa}",
                        "password = ${PATH}",
                        "maxSize = ${NOT_SET:2}",
                        "# the value of ${NOT_SET:5000} here",
                        "acquireTimeout = 5s",
                        "dataSource.user = ${NOT_SET:sa}",
                        "# dataSource.secret: copy the value, which is not shown",
                        "name = $${orders}");
        Path explained = Files.write(folder.resolve("explained.properties"), printed());
        JdbcPoolConfig config = JdbcPoolConfig.load(explained);
        assertThat(config.maxSize()).isEqualTo(2);
        assertThat(config.name()).isEqualTo("${orders}");
    }

    /** A file that connected with a blanked password would only seem to work. */
    @Test
    void whatExplainPrintsHasNoBlankedSecret() throws Exception {
        Path file = file("jdbcUrl=jdbc:h2:mem:commands;PASSWORD=hidden\nmaximumPoolSize=2\n");
        assertThat(run("explain", file.toString())).isZero();
        Properties active = new Properties();
        active.load(new StringReader(String.join("\n", printed())));
        assertThat(active).isEqualTo(Map.of("maxSize", "2"));
    }

    /** A URL that stands where a name belongs. */
    @Test
    void explainShowsNoPasswordInANameEither() throws Exception {
        Path file =
                file(
                        """
                        url=jdbc:h2:mem:x
                        dataSource.jdbc\\:x\\:app/hidden@//h=a
                        dataSource.x\\:app/hidden@//h{password=b
                        """);
        assertThat(run("explain", file.toString())).isZero();
        assertThat(printed())
                .contains(
                        "# dataSource.jdbc:x:app/***@//h = a",
                        "# dataSource.x:app/***@//h{password: copy the value, which is not shown")
                .noneMatch(line -> line.contains("hidden"));
    }

    @Test
    void explainSaysWhatIsWrong() throws Exception {
        Path file = file("jdbcUrl=jdbc:h2:mem:x\nmaximumPoolSize=0\n");
        assertThat(run("explain", file.toString())).isEqualTo(Main.FAILED);
        assertThat(errors())
                .containsExactly(
                        "error: "
                                + file
                                + ": maximumPoolSize is \"0\"; expected a number from 1 to 1000000;"
                                + " write for example maximumPoolSize=10");
        assertThat(run("explain", folder.resolve("missing").toString())).isEqualTo(Main.FAILED);
    }

    @ParameterizedTest
    @CsvSource({
        "checks x,           error: unknown command \"checks\"",
        "check,              error: check needs a file",
        "check a b,          'error: check takes one argument, not a b'",
        "explain --connect x,'error: --connect goes with check, not with explain'",
        "pools,              error: pools needs the id of a process"
    })
    void argumentsWithoutSenseAreNamed(String line, String problem) {
        assertThat(run(line.split(" ", -1))).isEqualTo(Main.USAGE);
        assertThat(errors()).first().isEqualTo(problem);
        assertThat(errors().get(1)).startsWith("Usage: ");
        assertThat(printed()).isEmpty();
    }

    @Test
    void noArgumentsAreAnsweredWithTheUsage() {
        assertThat(run("")).isEqualTo(Main.USAGE);
        assertThat(errors()).first().asString().startsWith("Usage: ");
    }

    @Test
    void helpIsPrinted() {
        assertThat(run("--help")).isZero();
        assertThat(printed()).first().asString().startsWith("Usage: ");
    }

    @Test
    void aProcessThatDoesNotExistIsNotLookedInto() {
        assertThat(run("pools", "no number")).isEqualTo(Main.FAILED);
        assertThat(errors()).hasSize(1).first().asString().startsWith("error: ");
    }
}
