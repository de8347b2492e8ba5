package io.sluice.jdbc.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.jdbc.fault.ConnectingSockets.Connect;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ConnectsTest {

    private static final int PORT = 5432;

    private static List<Connect> at(int port, long... millis) {
        return Arrays.stream(millis)
                .mapToObj(each -> new Connect(port, TimeUnit.MILLISECONDS.toNanos(each)))
                .toList();
    }

    private static Connects between(long failedAt, long mendedAt, List<Connect> all) {
        return between(failedAt, mendedAt, mendedAt, all);
    }

    private static Connects between(
            long failedAt, long mendingAt, long mendedAt, List<Connect> all) {
        return Connects.of(
                all,
                TimeUnit.MILLISECONDS.toNanos(failedAt),
                TimeUnit.MILLISECONDS.toNanos(mendingAt),
                TimeUnit.MILLISECONDS.toNanos(mendedAt));
    }

    @Test
    void whatComesWhileTheFaultIsBeingMendedCountsNowhere() {
        Connects connects = between(100, 200, 300, at(PORT, 150, 200, 250, 300, 350));
        assertThat(connects.countMeanwhile()).isEqualTo(1);
        assertThat(connects.countAfterwards()).isEqualTo(2);
    }

    @Test
    void whatCameBeforeTheFaultDoesNotCount() {
        Connects connects = between(100, 200, at(PORT, 50, 100, 150, 200, 250, 300));
        assertThat(connects.countMeanwhile()).isEqualTo(2);
        assertThat(connects.countAfterwards()).isEqualTo(3);
    }

    @Test
    void aSecondMayBeginWithAnyConnect() {
        Connects connects =
                between(0, 9_000, at(PORT, 10, 20, 30, 900, 1_500, 1_900, 2_499, 2_500, 2_600));
        assertThat(connects.mostInTheFirstSecond()).as("from 10, 900").isEqualTo(4);
        assertThat(connects.mostInASecondLater()).as("from 1900").isEqualTo(4);
    }

    /** Connections are found lost one after the other, and the second is over meanwhile. */
    @Test
    void whatComesBeyondSoManyInASecondIsCountedOnce() {
        assertThat(between(0, 9_000, at(PORT, 10, 20, 1_100, 1_200)).countBeyond(2)).isZero();
        assertThat(between(0, 9_000, at(PORT, 10, 20, 30, 40, 900, 1_009)).countBeyond(2))
                .as("two of 10 to 40, 900, 1009")
                .isEqualTo(4);
        assertThat(between(0, 9_000, at(PORT, 10, 1_100, 1_200, 1_300, 1_400)).countBeyond(2))
                .as("1300, 1400")
                .isEqualTo(2);
    }

    @Test
    void theServerThatSawMostCounts() {
        List<Connect> all =
                Stream.concat(
                                at(PORT, 1, 2, 3, 11).stream(),
                                at(PORT + 1, 1, 2, 12, 13, 14).stream())
                        .toList();
        Connects connects = between(0, 10, all);
        assertThat(connects.countMeanwhile()).isEqualTo(3);
        assertThat(connects.countAfterwards()).isEqualTo(3);
    }

    @Test
    void nobodyConnected() {
        Connects connects = between(0, 10, List.of());
        assertThat(connects.mostInTheFirstSecond()).isZero();
        assertThat(connects.mostInASecondLater()).isZero();
        assertThat(connects.countBeyond(0)).isZero();
        assertThat(connects.countAfterwards()).isZero();
    }
}
