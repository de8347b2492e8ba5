package io.sluice.perf.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sluice.perf.command.MeasurementException;
import io.sluice.perf.fork.Step;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.Section;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TurnsTest {

    private static final List<Step<String>> STEPS =
            List.of(
                    new Step<>("row", Peer.SLUICE, 1),
                    new Step<>("row", Peer.C3P0, 1),
                    new Step<>("row", Peer.SLUICE, 2));

    private static Turns<String> take(Turns.Taker<String, String> taker)
            throws InterruptedException {
        return Turns.take("test", STEPS, taker, word -> word);
    }

    @Test
    void failedTurnKeepsTheFiguresOfTheOthers() throws InterruptedException {
        Turns<String> turns =
                take(
                        step -> {
                            if (step.peer() == Peer.C3P0) {
                                throw new MeasurementException("it hangs");
                            }
                            return step.peer() + " " + step.round();
                        });

        assertThat(turns.taken()).containsExactly("sluice 1", "sluice 2");
        assertThat(turns.failed()).containsExactly(new FailedTurn("row", Peer.C3P0, 1, "it hangs"));
        assertThat(turns.failed("row", Peer.C3P0)).isEqualTo(1);
        assertThat(turns.failed("row", Peer.SLUICE)).isZero();
        assertThat(turns.failuresOf(Peer.SLUICE)).isEmpty();
        assertThat(turns.failuresOf(Peer.C3P0))
                .hasValue("turns of c3p0 that failed: 1 (the first: row, round 1: it hangs)");
    }

    @Test
    void classThatIsMissingFailsTheTurnOnly() throws InterruptedException {
        Turns<String> turns =
                take(
                        step -> {
                            throw new NoClassDefFoundError("com/example/Pool");
                        });

        assertThat(turns.failed())
                .hasSize(3)
                .extracting(FailedTurn::why)
                .containsOnly("NoClassDefFoundError: com/example/Pool");
    }

    @Test
    void interruptEndsTheMeasurement() {
        assertThatExceptionOfType(InterruptedException.class)
                .isThrownBy(
                        () ->
                                take(
                                        step -> {
                                            throw new InterruptedException();
                                        }));
    }

    @Test
    void reportWithoutFailuresSaysNothingOfThem() {
        Map<String, String> settings = new LinkedHashMap<>();
        List<Section> sections = new ArrayList<>();
        Turns<String> turns = new Turns<>(List.of("figures"), List.of());

        turns.putInto(settings);
        turns.addTo(sections, "row");

        assertThat(settings).isEmpty();
        assertThat(sections).isEmpty();
    }

    @Test
    void failuresAreCountedAndListed() {
        Map<String, String> settings = new LinkedHashMap<>();
        List<Section> sections = new ArrayList<>();
        Turns<String> turns =
                new Turns<>(
                        List.of("figures", "more"),
                        List.of(new FailedTurn("killed", Peer.VIBUR, 3, "it hangs")));

        turns.putInto(settings);
        turns.addTo(sections, "fault");

        assertThat(settings).containsEntry("turns that failed", "1 of 3, listed at the end");
        assertThat(sections)
                .singleElement()
                .satisfies(
                        section -> {
                            assertThat(section.table().header())
                                    .containsExactly("fault", "pool", "round", "why");
                            assertThat(section.table().rows())
                                    .containsExactly(List.of("killed", "vibur", "3", "it hangs"));
                        });
    }
}
