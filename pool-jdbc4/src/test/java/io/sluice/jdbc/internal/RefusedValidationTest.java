package io.sluice.jdbc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.jdbc.FatalErrorClassifier;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.RecordingDatabase;
import io.sluice.jdbc.internal.connect.ConnectionSource;
import io.sluice.jdbc.internal.connect.PoolRules;
import io.sluice.jdbc.internal.connect.SqlErrors;
import io.sluice.pool.spi.NoTransactions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which failed validations make other connections suspect, and what they tell. */
class RefusedValidationTest {

    private final RecordingDatabase database = new RecordingDatabase();

    private DriverConnectionFactory factory(FatalErrorClassifier classifier) throws SQLException {
        JdbcPoolConfig config =
                JdbcPoolConfig.builder()
                        .dataSource(database)
                        .fatalErrorClassifier(classifier)
                        .build();
        return new DriverConnectionFactory(
                config,
                ConnectionSource.of(config),
                new PoolRules(config),
                NoTransactions.INSTANCE,
                null);
    }

    private boolean concernsOthers(FatalErrorClassifier classifier, Throwable failure)
            throws SQLException {
        return factory(classifier).mayConcernOthers(failure);
    }

    static List<Exception> failuresWithPasswords() {
        String text = "jdbc:x://server?password=opensesame";
        return List.of(new SQLException(text), new IllegalStateException(text));
    }

    @ParameterizedTest
    @MethodSource("failuresWithPasswords")
    void aPasswordThatItsDriverRepeatsIsNotTold(Exception failure) throws SQLException {
        DriverConnectionFactory factory = factory(FatalErrorClassifier.standard());
        PhysicalConnection connection = factory.create();
        database.onThrow("isValid", failure);
        assertThatThrownBy(() -> factory.validate(connection, Duration.ofSeconds(1)))
                .hasMessageContaining("jdbc:x://server?password=***");
    }

    @ParameterizedTest
    @MethodSource("failuresWithPasswords")
    void norIsOneThatIsRepeatedAtTheEndOfAConnection(Exception failure) throws SQLException {
        DriverConnectionFactory factory = factory(FatalErrorClassifier.standard());
        database.onThrow("close", failure);
        database.onThrow("abort", failure);
        assertThatThrownBy(() -> factory.destroy(factory.create()))
                .hasMessageContaining("jdbc:x://server?password=***");
        assertThatThrownBy(() -> factory.abort(factory.create()))
                .hasMessageContaining("jdbc:x://server?password=***");
    }

    @Test
    void anErrorThatIsFatalElsewhereIsSoHere() throws SQLException {
        FatalErrorClassifier standard = FatalErrorClassifier.standard();
        assertThat(concernsOthers(standard, new SQLException("gone", "08006"))).isTrue();
        assertThat(concernsOthers(standard, new SQLException("no such table", "42P01"))).isFalse();
    }

    @Test
    void theAnswerThatAConnectionIsNotValidNeedsNoClassifier() throws SQLException {
        assertThat(concernsOthers(failure -> false, SqlErrors.invalid("not valid"))).isTrue();
    }

    @Test
    void whatADriverThrowsUncheckedSaysNothing() throws SQLException {
        FatalErrorClassifier standard = FatalErrorClassifier.standard();
        assertThat(concernsOthers(standard, new IllegalStateException("odd"))).isFalse();
    }
}
