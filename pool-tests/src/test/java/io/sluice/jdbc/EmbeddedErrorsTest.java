package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.Statement;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The errors of databases in this process, as {@code docs/databases.md} lists them. */
@Timeout(60)
class EmbeddedErrorsTest {

    private static final FatalErrorClassifier STANDARD = FatalErrorClassifier.standard();

    private static String newName() {
        return "errors" + UUID.randomUUID().toString().replace("-", "");
    }

    private static void open(String url, String user, String password) throws SQLException {
        SluiceDataSource.create(
                        JdbcPoolConfig.builder().url(url).username(user).password(password).build())
                .close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:h2:mem:none;IFEXISTS=TRUE",
                "jdbc:hsqldb:mem:none;ifexists=true",
                "jdbc:derby:memory:none"
            })
    void aDatabaseThatDoesNotExistIsToldAtOnce(String url) {
        assertThatThrownBy(() -> open(url, "sa", ""))
                .isInstanceOf(SQLNonTransientConnectionException.class);
    }

    @Test
    void aWrongPasswordOfTheFilesIsToldAtOnce(@TempDir Path folder) throws SQLException {
        String url = "jdbc:h2:" + folder.resolve("secret") + ";CIPHER=AES";
        open(url, "sa", "files user");

        assertThatThrownBy(() -> open(url, "sa", "others user"))
                .isInstanceOf(SQLNonTransientConnectionException.class)
                .satisfies(e -> assertThat(((SQLException) e).getErrorCode()).isEqualTo(90049));
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:h2:mem:%s;DB_CLOSE_DELAY=-1, SHUTDOWN",
        "jdbc:hsqldb:mem:%s, SHUTDOWN",
    })
    void theEndOfTheDatabaseIsFatal(String template, String end) throws SQLException {
        String url = template.formatted(newName());
        try (Connection session = DriverManager.getConnection(url, "SA", "");
                Connection other = DriverManager.getConnection(url, "SA", "");
                Statement ends = other.createStatement();
                Statement asks = session.createStatement()) {
            ends.execute(end);
            SQLException error =
                    catchThrowableOfType(SQLException.class, () -> asks.execute("VALUES (1)"));
            assertThat(STANDARD.isFatal(error)).as("%s", error).isTrue();
        }
    }

    @Test
    void theEndOfADerbyDatabaseIsFatal() throws SQLException {
        String url = "jdbc:derby:memory:" + newName();
        try (Connection session = DriverManager.getConnection(url + ";create=true");
                Statement asks = session.createStatement()) {
            assertThatThrownBy(() -> DriverManager.getConnection(url + ";shutdown=true"))
                    .isInstanceOf(SQLException.class);
            SQLException error =
                    catchThrowableOfType(SQLException.class, () -> asks.execute("VALUES 1"));
            assertThat(STANDARD.isFatal(error)).as("%s", error).isTrue();
        }
    }
}
