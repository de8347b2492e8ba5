package io.sluice.perf.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiguresTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "32, 32",
        "32.04, 32.0",
        "0.126, 0.13",
        "0.004, < 0.01",
        "999.4, 999",
        "999.6, 1.00 k",
        "12345, 12.3 k",
        "38123456, 38.1 M",
        "999600000, 1.00 G",
        "5e12, 5000 G",
        "-1234, -1.23 k"
    })
    void countsHaveThreeDigitsAndAPrefix(double value, String expected) {
        assertThat(Figures.count(value)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 µs",
        "0.004, < 0.01 µs",
        "0.139, 0.14 µs",
        "9.996, 10.0 µs",
        "412.4, 412 µs",
        "999.6, 1.00 ms",
        "1070, 1.07 ms",
        "30000000, 30.0 s"
    })
    void timesTakeTheUnitThatSuitsThem(double micros, String expected) {
        assertThat(Figures.micros(micros)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"12.34, 12.3 ns", "999.4, 999 ns", "1070, 1.07 µs", "4500000, 4.50 ms"})
    void shortTimesAreInNanoseconds(double nanos, String expected) {
        assertThat(Figures.nanos(nanos)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"400, 0 s", "119999, 119 s", "5600000, 93 min"})
    void longTimesAreInSecondsOrMinutes(long millis, String expected) {
        assertThat(Figures.took(Duration.ofMillis(millis))).isEqualTo(expected);
    }

    @Test
    void partsAreInPercent() {
        assertThat(Figures.percent(0.273)).isEqualTo("27 %");
        assertThat(Figures.percent(0, 3)).isEqualTo("0 %");
        assertThat(Figures.percent(0.000001, 3)).isEqualTo("< 0.001 %");
        assertThat(Figures.percent(0.001)).isEqualTo("< 1 %");
    }

    @Test
    void ratiosHaveTwoDecimals() {
        assertThat(Figures.ratio(2.005)).isEqualTo("2.01");
        assertThat(Figures.ratio(0.75)).isEqualTo("0.75");
        assertThat(Figures.ratio(0.001)).isEqualTo("< 0.01");
    }

    @Test
    void rangeOfOneRoundIsNotShown() {
        assertThat(Figures.range(new Spread(5, 5, 5, 1), Figures::count)).isEmpty();
        assertThat(Figures.range(new Spread(5, 4, 6, 3), Figures::count)).isEqualTo("4 – 6");
    }
}
