package io.sluice.jdbc.internal.connect;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.jdbc.FatalErrorClassifier;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which errors end a connection, and which failures to connect time cannot mend. */
class KnownErrorsTest {

    private final FatalErrorClassifier standard = FatalErrorClassifier.standard();

    @ParameterizedTest
    @CsvSource({
        "08006, 0, the connection failed",
        "08003, 0, the connection does not exist",
        "57P01, 0, PostgreSQL: terminated by an administrator",
        "57P02, 0, PostgreSQL: crash",
        "57P03, 0, PostgreSQL: cannot connect now",
        "57P05, 0, PostgreSQL: idle for too long",
        "25P03, 0, PostgreSQL: idle in a transaction for too long",
        "JZ0C0, 0, Sybase: closed",
        "90067, 90067, H2: connection broken",
        "90121, 90121, H2: database closed",
        "61000, 28, Oracle: session killed",
        "61000, 2396, Oracle: idle for too long",
        "HY000, 4031, MySQL: idle for too long",
        "70100, 1927, MariaDB: connection killed",
        "55032, -1224, DB2: sessions ended"
    })
    void theEndOfASessionIsFatal(String state, int code, String what) {
        assertThat(standard.isFatal(new SQLException("x", state, code))).as(what).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "42601, 0, a syntax error",
        "23505, 0, a duplicate key",
        "40001, 0, a serialization failure",
        "57014, 0, PostgreSQL: query cancelled",
        "0A000, 0, a feature not supported",
        "53300, 0, too many connections",
        "70100, 1317, MySQL: query killed",
        "HY000, 28, another vendor's code",
        ", 0, no state at all"
    })
    void anyOtherErrorIsNot(String state, int code, String what) {
        assertThat(standard.isFatal(new SQLException("x", state, code))).as(what).isFalse();
    }

    @Test
    void theTypesThatJdbcReservesForItAreFatal() {
        assertThat(standard.isFatal(new SQLNonTransientConnectionException("x"))).isTrue();
        assertThat(standard.isFatal(new SQLRecoverableException("x", "72000", 3113))).isTrue();
    }

    @Test
    void aTimeLimitIsNotFatalUnlessTheStateSaysSo() {
        assertThat(standard.isFatal(new SQLTimeoutException("x", "72000", 1013))).isFalse();
        assertThat(standard.isFatal(new SQLTimeoutException("x", "08S01"))).isTrue();
    }

    @Test
    void whatIsBehindAnErrorCounts() {
        SQLException next = new BatchUpdateException("batch", "22000", new int[0]);
        next.setNextException(new SQLException("gone", "08006"));
        assertThat(standard.isFatal(next)).isTrue();
        assertThat(
                        standard.isFatal(
                                new SQLException(
                                        "x", new RuntimeException(new SQLException("y", "08006")))))
                .isTrue();
    }

    @Test
    void errorsThatPointAtEachOtherAreNotFollowedForEver() {
        SQLException a = new SQLException("a", "22000");
        SQLException b = new SQLException("b", "22000", a);
        a.initCause(b);
        assertThat(standard.isFatal(a)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "28P01, 0, true, PostgreSQL: wrong password",
        "28000, 1045, true, MySQL: wrong password",
        "3D000, 0, true, PostgreSQL: no such database",
        "42000, 1049, true, MySQL: no such database",
        "42000, 1044, true, MariaDB: no database that the user may see",
        "72000, 1017, true, Oracle: wrong password",
        "S0001, 18456, true, SQL Server: wrong password",
        "08001, 0, false, the server is down",
        "53300, 0, false, too many connections",
        "57P03, 0, false, PostgreSQL is starting",
        "42000, 1064, false, another error of the same state"
    })
    void aWrongPasswordIsPermanentAndADeadServerIsNot(
            String state, int code, boolean permanent, String what) {
        assertThat(PermanentFailures.isPermanent(new SQLException("x", state, code)))
                .as(what)
                .isEqualTo(permanent);
    }

    @Test
    void aDriverThatIsNotThereIsPermanent() {
        assertThat(PermanentFailures.isPermanent(new NoClassDefFoundError("x"))).isTrue();
        assertThat(PermanentFailures.isPermanent(new PermanentFailures.SourceException("x")))
                .isTrue();
        assertThat(PermanentFailures.isPermanent(new SQLException("x"))).isFalse();
        assertThat(PermanentFailures.isPermanent(new RuntimeException("x"))).isFalse();
    }
}
