package io.sluice.jdbc.internal.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.jdbc.JdbcOption;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.Startup;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PropertiesReaderTest {

    private final PropertiesReader reader =
            new PropertiesReader(Map.of("DB_HOST", "db.example.com", "DB_PASSWORD", "a$b\\c"));

    private static Properties properties(String... keysAndValues) {
        Properties properties = new Properties();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            properties.setProperty(keysAndValues[i], keysAndValues[i + 1]);
        }
        return properties;
    }

    private void refused(String message, String... keysAndValues) {
        Properties properties = properties(keysAndValues);
        properties.setProperty("url", "jdbc:h2:mem:x"); // nothing else is wrong
        assertThatThrownBy(() -> reader.read(properties))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void everythingGoesWhereItBelongs() {
        OptionValues values =
                reader.read(
                        properties(
                                "name", "orders",
                                "dataSourceClassName", "org.h2.jdbcx.JdbcDataSource",
                                "dataSource.url", "jdbc:h2:mem:orders",
                                "dataSource.description", "a b",
                                "maxSize", "20",
                                "idleTimeout", "off",
                                "lifetimeJitter", "0.5",
                                "startup", "lazy",
                                "autoCommit", "false"));
        assertThat(values.text(JdbcOption.NAME)).isEqualTo("orders");
        assertThat(values.dataSourceProperties())
                .isEqualTo(Map.of("url", "jdbc:h2:mem:orders", "description", "a b"));
        assertThat(values.number(JdbcOption.MAX_SIZE)).isEqualTo(20);
        assertThat(values.time(JdbcOption.IDLE_TIMEOUT)).isEqualTo(Duration.ZERO);
        assertThat(values.get(JdbcOption.LIFETIME_JITTER)).isEqualTo(0.5);
        assertThat(values.get(JdbcOption.STARTUP)).isEqualTo(Startup.LAZY);
        assertThat(values.get(JdbcOption.AUTO_COMMIT)).isEqualTo(false);
    }

    @Test
    void referencesToTheEnvironmentAreFilledIn() {
        OptionValues values =
                reader.read(
                        properties(
                                "url", "jdbc:postgresql://${DB_HOST}:${DB_PORT:5432}/orders",
                                "password", "${DB_PASSWORD}",
                                "username", "${DB_USER:}",
                                "initSql", "SELECT '$${x}'"));
        assertThat(values.text(JdbcOption.URL))
                .isEqualTo("jdbc:postgresql://db.example.com:5432/orders");
        assertThat(values.text(JdbcOption.PASSWORD)).isEqualTo("a$b\\c");
        assertThat(values.text(JdbcOption.USERNAME)).isEmpty();
        assertThat(values.text(JdbcOption.INIT_SQL)).isEqualTo("SELECT '${x}'");
    }

    @Test
    void aReferenceThatLeadsNowhereIsRefused() {
        refused(
                "password refers to ${DB_SECRET}, which is not set in the environment; set"
                        + " it, or give a default as ${DB_SECRET:default}",
                "password",
                "x${DB_SECRET}");
        refused(
                "password has an invalid ${ reference; write ${NAME} or ${NAME:default}, or"
                        + " $${ for a literal ${",
                "password",
                "a${b c}d");
    }

    @Test
    void anUnknownKeyIsRefusedWithTheNearestNameAndWithoutItsValue() {
        refused("unknown option \"maxsize\"; did you mean maxSize", "maxsize", "5");
        refused("unknown option \"pasword\"; did you mean password", "pasword", "hidden");
        assertThatThrownBy(
                        () ->
                                reader.read(
                                        properties(
                                                "url", "jdbc:h2:mem:x",
                                                "spring.jpa.show-sql", "true")))
                .hasMessage(
                        "unknown option \"spring.jpa.show-sql\"; docs/configuration.md lists all options");
        refused(
                "unknown option \"spring.datasource.username\"; did you mean username",
                "spring.datasource.username",
                "app");
        refused(
                "unknown option \"spring.datasource.hikari.maximum-pool-size\"; maximumPoolSize of"
                        + " HikariCP is maxSize here",
                "spring.datasource.hikari.maximum-pool-size",
                "5");
    }

    @Test
    void aBadValueIsRefusedWithWhatIsExpected() {
        refused(
                "maxSize is \"many\"; expected a number from 1 to 1000000; write for example maxSize=10",
                "maxSize",
                "many");
    }

    @Test
    void whatIsNoTextIsRefusedAndNotLeftOut() {
        Properties properties = properties("url", "jdbc:h2:mem:x");
        properties.put("maxSize", 5);
        assertThatThrownBy(() -> reader.read(properties))
                .hasMessage("maxSize is not a String; use setProperty, which takes only strings");
    }

    @Test
    void defaultsOfThePropertiesCount() {
        Properties properties = new Properties(properties("url", "jdbc:h2:mem:x", "maxSize", "3"));
        properties.setProperty("maxSize", "4");
        OptionValues values = reader.read(properties);
        assertThat(values.text(JdbcOption.URL)).isEqualTo("jdbc:h2:mem:x");
        assertThat(values.number(JdbcOption.MAX_SIZE)).isEqualTo(4);
    }

    @Test
    void anErrorInAFileNamesTheFile(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("orders.properties");
        Files.writeString(file, "url=jdbc:h2:mem:x\nschema=größe\nminSize=11\n");
        assertThatThrownBy(() -> reader.load(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        file
                                + ": minSize is 11 and maxSize is 10 by default; minSize must"
                                + " be at most maxSize: lower minSize or raise maxSize");
        Files.writeString(file, "url=jdbc:h2:mem:x\nschema=größe\n");
        assertThat(reader.load(file).text(JdbcOption.SCHEMA)).isEqualTo("größe");
    }

    @Test
    void aMissingFileIsSaidToBeMissing(@TempDir Path folder) {
        Path missing = folder.resolve("missing.properties");
        assertThatThrownBy(() -> JdbcPoolConfig.load(missing))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessage(
                        missing
                                + ": cannot find file "
                                + missing.toAbsolutePath()
                                + "; correct the path or create the file");
    }

    @Test
    void aFileInAnotherEncodingIsSaidToBe(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("latin.properties");
        Files.write(file, "schema=größe".getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> reader.load(file))
                .isInstanceOf(IOException.class)
                .hasMessage(file + " is not in UTF-8; convert the file");
    }

    @Test
    void aFolderIsNoPropertiesFile(@TempDir Path folder) {
        assertThatThrownBy(() -> reader.load(folder))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        folder
                                + " cannot be read; set the path of a file that this process"
                                + " may read")
                .hasCauseInstanceOf(IOException.class);
    }

    @Test
    void aKeyThatIsGivenTwiceIsRefused(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("orders.properties");
        Files.writeString(file, "url=jdbc:h2:mem:x\nmaxSize=5\nmaxSize=50\n");
        assertThatThrownBy(() -> reader.load(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(file + ": maxSize is set twice; remove one of the two lines");
    }

    @Test
    void whatComesFromASecretVariableIsNotShownWhenItIsRefused() {
        refused(
                "maxSize is \"1${DB_PASSWORD}\"; expected a number from 1 to 1000000; write for example"
                        + " maxSize=10",
                "maxSize",
                "1${DB_PASSWORD}");
    }

    @Test
    void whatBelongsToOneOfSeveralPoolsIsRefusedForOne() {
        refused(
                "pool.orders.url belongs to a file of several pools; load it with"
                        + " SluicePools.load, or remove the line",
                "pool.orders.url",
                "jdbc:h2:mem:x");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    connectionTimeout    | connectionTimeout of HikariCP is acquireTimeout here
                    maximum-pool-size    | maximumPoolSize of HikariCP is maxSize here
                    maxActive            | maxActive of Tomcat JDBC and Druid is maxSize here
                    minIdle              | minIdle of DBCP2, Tomcat JDBC and Druid is minSize here
                    connectionProperties | connectionProperties of DBCP2, Tomcat JDBC and Druid is\
                     dataSource.NAME here, one line for each property
                    allowPoolSuspension  | allowPoolSuspension of HikariCP has no counterpart,\
                     since every pool can be suspended; remove the line
                    """)
    void anOptionOfAnotherPoolIsRefusedWithWhatStandsForItHere(String key, String expected) {
        refused(
                "unknown option \"" + key + "\"; " + expected,
                "acquireTimeout", // as no other pool has it
                "1s",
                key,
                "30000");
    }

    @Test
    void allThatIsWrongInAFileIsToldAtOnce(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("orders.properties");
        Files.writeString(
                file,
                """
                jdbcUrl=jdbc:h2:mem:x
                maxSize=ten
                idleTimeout=600000
                idleTimeout=10m
                minSize=11
                maxLifetime=1m
                keepaliveInterval=2m
                """);
        assertThatThrownBy(() -> reader.load(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(file + ": 4 problems in the configuration:\n  - ")
                .hasMessageContaining("  - idleTimeout is set twice; remove one")
                .hasMessageContaining("  - unknown option \"jdbcUrl\"; jdbcUrl of")
                .hasMessageContaining("  - maxSize is \"ten\"; expected a number")
                .hasMessageContaining(
                        "  - keepaliveInterval is 2m and maxLifetime is 1m; keepaliveInterval")
                .satisfies(e -> assertThat(e.getSuppressed()).hasSize(4));
    }

    /** Neither is there nothing to connect to, nor is minSize above a default. */
    @Test
    void nothingIsSaidOfOptionsWithUnknownValues() {
        assertThatThrownBy(
                        () ->
                                reader.read(
                                        properties(
                                                "jdbcUrl", "jdbc:h2:mem:x",
                                                "maximumPoolSize", "20",
                                                "minSize", "15")))
                .hasMessage(
                        "minSize is Sluice's name, but this file has HikariCP's names; use"
                                + " minimumIdle, or Sluice's names throughout");
    }

    @Test
    void aBrokenEscapeIsRefusedWithItsLine(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("orders.properties");
        Files.writeString(file, "# \\u1\nurl=jdbc:h2:mem:x\\u0041\nschema=C:\\\\u\\user\n");
        assertThatThrownBy(() -> reader.load(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        file
                                + ": line 3 has \\u without four hexadecimal digits; complete"
                                + " them, or write \\\\ for a backslash");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2 | a=x\\N#b\\u12N", // a line that is continued is no comment
                "2 | #x\\Na=\\u1N", // but a comment is not continued
                "3 | a=x\\\\N#\\u1Nb=\\uN",
                "2 | a=xN\u2003#\\u1N", // no space that counts
                "3 | a=\\u12\\N  34Nb=\\u1N", // the second half of an escape
                "2 | a=\\u12\\N  3xN",
                "1 | a=\\u12NN34=xN"
            })
    void aBrokenEscapeIsRefusedWithItsLineAmongContinuedLines(
            int line, String text, @TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("x.properties"), text.replace('N', '\n'));
        assertThatThrownBy(() -> reader.load(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(file + ": line " + line + " has \\u without");
    }

    @Test
    void aUrlUnderAnotherKeyDoesNotShowItsPassword() {
        String url = "jdbc:x://h/db?password=hidden";
        refused(
                "maxSize is \"***\"; expected a number from 1 to 1000000;"
                        + " write for example maxSize=10",
                "maxSize",
                url);
        OptionValues values = reader.read(properties("url", "jdbc:h2:mem:x", "initSql", url));
        assertThat(values.toString()).doesNotContain("hidden");
    }

    @Test
    void theCauseOfARefusedClassShowsNoSecretVariable() {
        assertThatThrownBy(
                        () ->
                                reader.read(
                                        properties(
                                                "url",
                                                "jdbc:h2:mem:x",
                                                "connectionCustomizer",
                                                "${DB_PASSWORD}")))
                .hasMessageContaining("connectionCustomizer is \"${DB_PASSWORD}\"")
                .hasNoCause()
                .message()
                .doesNotContain("a$b");
    }

    @Test
    void aSettingOfTheDriverWithoutANameIsRefused() {
        assertThatThrownBy(
                        () ->
                                reader.read(
                                        properties(
                                                "url",
                                                "jdbc:h2:mem:x",
                                                "dialect",
                                                "dbcp2",
                                                "connectionProperties",
                                                " =x")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "connectionProperties is \" =x\"; expected settings as a=b;c=d, as DBCP2"
                                + " has it");
    }

    @Test
    void aTimeThatOverflowsIsRefusedAsTooLong() {
        assertThatThrownBy(
                        () ->
                                reader.read(
                                        properties(
                                                "jdbcUrl",
                                                "jdbc:h2:mem:x",
                                                "acquisitionTimeout",
                                                "PT9223372036854775807.5S",
                                                "dialect",
                                                "agroal")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("acquisitionTimeout is ");
    }

    @Test
    void aClassThatDoesNotImplementTheOptionIsNotInitialized() {
        assertThatThrownBy(
                        () ->
                                reader.read(
                                        properties(
                                                "url",
                                                "jdbc:h2:mem:x",
                                                "connectionCustomizer",
                                                Other.class.getName())))
                .hasMessageContaining("does not implement");
        assertThat(System.getProperty("sluice.test.initialized")).isNull();
    }

    /** Implements nothing. */
    static final class Other {

        static {
            System.setProperty("sluice.test.initialized", "true");
        }
    }
}
