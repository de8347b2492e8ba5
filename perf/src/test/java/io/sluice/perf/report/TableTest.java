package io.sluice.perf.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {

    private final Table table =
            new Table(
                    List.of("pool", "cycles/s", "range"),
                    List.of(List.of("sluice", "38.1 M", "1 – 2"), List.of("hikari", "8 M", "")));

    @Test
    void namesStandLeftAndFiguresRight() {
        assertThat(table.toText())
                .isEqualTo(
                        """
                          pool    cycles/s  range
                          sluice    38.1 M  1 – 2
                          hikari       8 M
                        """);
    }

    @Test
    void rowThatDoesNotFitTheHeaderIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Table(List.of("a", "b"), List.of(List.of("1"))))
                .withMessageContaining("[1]")
                .withMessageContaining("expected 2");
    }

    @Test
    void wordsAreToldFromFigures() {
        Table table =
                new Table(
                        List.of("pool", "range", "waits", "verdict"),
                        List.of(
                                List.of("sluice", "", "not in 2.00 s", "met"),
                                List.of("hikari", "", "< 0.01 µs", "missed")));

        assertThat(table.hasWords(2)).isFalse();
        assertThat(table.hasWords(3)).isTrue();
        assertThat(table.withoutEmptyColumns().header())
                .containsExactly("pool", "waits", "verdict");
    }
}
