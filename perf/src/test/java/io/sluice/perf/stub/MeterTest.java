package io.sluice.perf.stub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class MeterTest {

    @Test
    void connectionsAreThoseOfTheTargetAndAreCounted() throws SQLException {
        try (Meter meter = StubDriver.meter(StubDriver.URL, Duration.ZERO);
                Meter other = StubDriver.meter(StubDriver.URL, Duration.ZERO)) {
            try (Connection connection = DriverManager.getConnection(meter.url())) {
                assertThat(connection).isInstanceOf(StubConnection.class);
            }
            DriverManager.getConnection(meter.url(), "me", "secret").close();

            assertThat(meter.made()).isEqualTo(2);
            assertThat(meter.connecting()).isZero();
            assertThat(other.made()).isZero();
        }
    }

    @Test
    void closedConnectionsAreMadeAndNotOpen() throws SQLException {
        try (Meter meter = StubDriver.meter(StubDriver.URL, Duration.ZERO)) {
            DriverManager.getConnection(meter.url()).close();
            try (Connection connection = DriverManager.getConnection(meter.url())) {
                assertThat(connection.isClosed()).isFalse();
                assertThat(meter.open()).isEqualTo(1);
                assertThat(meter.made()).isEqualTo(2);
            }

            assertThat(meter.open()).isZero();
        }
    }

    @Test
    void connectTakesAtLeastTheTimeThatWasAsked() throws SQLException {
        try (Meter meter = StubDriver.meter(StubDriver.URL, Duration.ofMillis(3))) {
            long start = System.nanoTime();
            DriverManager.getConnection(meter.url()).close();

            assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(3_000_000);
        }
    }

    @Test
    void interruptedConnectFailsAndKeepsTheInterrupt() {
        try (Meter meter = StubDriver.meter(StubDriver.URL, Duration.ofMinutes(1))) {
            Thread.currentThread().interrupt();

            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> DriverManager.getConnection(meter.url()))
                    .withMessage("interrupted while connecting");
            assertThat(Thread.interrupted()).isTrue();
            assertThat(meter.made()).isZero();
        }
    }

    @Test
    void failedConnectIsNotCounted() {
        try (Meter meter = StubDriver.meter("jdbc:nobody:", Duration.ZERO)) {
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> DriverManager.getConnection(meter.url()));
            assertThat(meter.made()).isZero();
        }
    }

    @Test
    void closedMeterIsNotConnectedTo() {
        Meter meter = StubDriver.meter(StubDriver.URL, Duration.ZERO);
        meter.close();

        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> DriverManager.getConnection(meter.url()))
                .withMessage("the measurement of " + meter.url() + " is over");
    }
}
