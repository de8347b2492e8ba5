package io.sluice.jdbc.internal.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.jdbc.internal.connect.ConnectTimeouts;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationsTest {

    @ParameterizedTest
    @CsvSource({
        "PT0S, 0",
        "PT0.5S, 500ms",
        "PT1.5S, 1500ms",
        "PT30S, 30s",
        "PT90S, 90s",
        "PT2M, 2m",
        "PT90M, 90m",
        "PT3H, 3h",
        "PT48H, 2d",
        "PT0.0000001S, PT0.0000001S",
        "PT-1S, PT-1S"
    })
    void whatIsWrittenReadsBack(Duration duration, String text) {
        assertThat(Durations.format(duration)).isEqualTo(text);
        assertThat(Durations.parse(text)).isEqualTo(duration);
    }

    @ParameterizedTest
    @CsvSource({
        "PT0S, 0",
        "PT0.0000001S, 1",
        "PT0.0015S, 2",
        "PT1S, 1000",
        "PT900000H, 2147483647"
    })
    void driversGetMillisecondsNeverFewerThanAskedFor(Duration duration, int millis) {
        assertThat(ConnectTimeouts.ceilMillis(duration)).isEqualTo(millis);
    }

    @ParameterizedTest
    @CsvSource({"PT0.001S, 1", "PT1S, 1", "PT1.001S, 2", "PT2.5S, 3"})
    void driversGetSecondsNeverFewerThanAskedFor(Duration duration, long seconds) {
        assertThat(ConnectTimeouts.ceilSeconds(duration)).isEqualTo(seconds);
    }

    @Test
    void aDurationOfTooManyMillisecondsForALongIsFormatted() {
        String longest = "PT" + Long.MAX_VALUE + ".5S";
        Duration duration = Duration.parse(longest);
        assertThat(Durations.parse(Durations.format(duration))).isEqualTo(duration);
    }
}
