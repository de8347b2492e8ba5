package io.sluice.jdbc.internal.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.microsoft.sqlserver.jdbc.FakeSqlServerException;
import io.sluice.jdbc.DataSourceInvariants;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.RecordingDatabase;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.internal.connect.KnownError.Meaning;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The known errors of each vendor: what the documentation lists, and what a pool does about them.
 * No server is asked; the errors are made here, with the states and codes of the list.
 */
@Timeout(60)
class VendorTest {

    /** How the documentation says where the errors were seen. */
    private static final Map<Vendor, String> SEEN =
            Map.of(
                    Vendor.POSTGRESQL, "server",
                    Vendor.MYSQL, "driver on MariaDB",
                    Vendor.MARIADB, "server",
                    Vendor.H2, "embedded",
                    Vendor.HSQLDB, "embedded",
                    Vendor.DERBY, "embedded");

    private static String row(Vendor vendor) {
        return "| %s | %s | %s | %s | %s | %s |"
                .formatted(
                        vendor.title(),
                        cell(vendor, Meaning.ENDED),
                        cell(vendor, Meaning.LOGIN),
                        cell(vendor, Meaning.PERMANENT),
                        cell(vendor, Meaning.READ_ONLY),
                        SEEN.getOrDefault(vendor, "no"));
    }

    private static String cell(Vendor vendor, Meaning meaning) {
        return vendor.errors(meaning).stream()
                .map(KnownError::toString)
                .collect(Collectors.joining("; "));
    }

    @Test
    void theTableOfTheDocumentationIsTheList() throws IOException {
        List<String> table =
                Files.readAllLines(Path.of("..", "docs", "databases.md")).stream()
                        .dropWhile(line -> !line.equals("## Errors"))
                        .dropWhile(line -> !line.startsWith("|"))
                        .takeWhile(line -> line.startsWith("|"))
                        .skip(3) // the head, and what holds for all
                        .toList();
        assertThat(table)
                .as("the table of docs/databases.md")
                .containsExactlyElementsOf(
                        Arrays.stream(Vendor.values()).map(VendorTest::row).toList());
    }

    private static Stream<SQLException> errors(Meaning... meanings) {
        return Arrays.stream(Vendor.values())
                .flatMap(
                        vendor ->
                                Arrays.stream(meanings)
                                        .flatMap(meaning -> vendor.errors(meaning).stream()))
                .flatMap(VendorTest::made);
    }

    private static Stream<SQLException> made(KnownError known) {
        String state =
                known.state().isEmpty()
                        ? "S0001"
                        : (known.state() + "0001".substring(0, 5 - known.state().length()));
        Stream<Integer> codes = known.codes().isEmpty() ? Stream.of(0) : known.codes().stream();
        return codes.map(
                code ->
                        known.driver().isEmpty()
                                ? new SQLException("fake", state, code)
                                : new FakeSqlServerException(state, code));
    }

    static Stream<SQLException> ends() {
        return errors(Meaning.ENDED);
    }

    static Stream<SQLException> refusals() {
        return errors(Meaning.LOGIN, Meaning.PERMANENT);
    }

    private static SluiceDataSource open(RecordingDatabase database) throws SQLException {
        return DataSourceInvariants.watched(
                SluiceDataSource.create(
                        JdbcPoolConfig.builder().dataSource(database).maxSize(1).build()));
    }

    @ParameterizedTest
    @MethodSource("ends")
    void aConnectionWhoseSessionHasEndedIsReplaced(SQLException end) throws SQLException {
        RecordingDatabase database = new RecordingDatabase();
        try (SluiceDataSource pool = open(database)) {
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                database.onThrow("execute", end);
                assertThatThrownBy(() -> statement.execute("SELECT 1")).isSameAs(end);
            }
            pool.getConnection().close();
            assertThat(database.connections()).isGreaterThan(1);
        }
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void aRefusalThatTimeDoesNotMendIsToldAtOnce(SQLException refusal) {
        RecordingDatabase database = new RecordingDatabase();
        database.onThrow("connect", refusal);
        assertThatThrownBy(() -> open(database))
                .isInstanceOf(SQLNonTransientConnectionException.class);
    }
}
