package io.sluice.perf.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpreadTest {

    @Test
    void medianOfAnOddCountIsTheMiddleValue() {
        assertThat(Spread.of(List.of(9.0, 1.0, 4.0))).isEqualTo(new Spread(4, 1, 9, 3));
    }

    @Test
    void medianOfAnEvenCountIsTheMeanOfTheTwoInTheMiddle() {
        assertThat(Spread.of(List.of(8.0, 2.0, 100.0, 4.0))).isEqualTo(new Spread(6, 2, 100, 4));
    }

    @Test
    void oneValueIsItsOwnMedianAndRange() {
        assertThat(Spread.of(List.of(7.5))).isEqualTo(new Spread(7.5, 7.5, 7.5, 1));
    }

    @Test
    void nothingHasNoMedian() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Spread.of(List.of()))
                .withMessageContaining("expected at least one");
    }
}
