package io.sluice.perf.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("weekly")
class XaRunsTest {

    @Test
    void eachContestantHasATurnInTheRowsThatAdmitIt() throws Exception {
        XaPlan plan =
                new XaPlan(
                        List.of(XaRow.GROWTH_1MS, XaRow.STATEMENTS),
                        List.of(XaPeer.SLUICE, XaPeer.DRIVER),
                        1,
                        2,
                        1,
                        1,
                        100);

        List<XaTurn> turns = new XaRuns(plan).run();

        assertThat(turns)
                .extracting(XaTurn::row, XaTurn::peer)
                .containsExactlyInAnyOrder(
                        tuple(XaRow.GROWTH_1MS, XaPeer.SLUICE),
                        tuple(XaRow.STATEMENTS, XaPeer.SLUICE),
                        tuple(XaRow.STATEMENTS, XaPeer.DRIVER));
        assertThat(turns)
                .allSatisfy(
                        turn ->
                                assertThat(turn.row().figures())
                                        .allSatisfy(
                                                figure ->
                                                        assertThat(turn.get(figure))
                                                                .isNotNegative()));
        // The queries of a thread, one after the other, and that is the least it can take.
        assertThat(turns.get(0).get("elapsedMillis")).isGreaterThanOrEqualTo(200);
    }
}
