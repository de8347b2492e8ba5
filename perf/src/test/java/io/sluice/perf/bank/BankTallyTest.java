package io.sluice.perf.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.sluice.perf.fork.Measured;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BankTallyTest {

    private static final Books BALANCED = new Books(0, List.of(), List.of(), 0);

    private final BankTally tally = new BankTally();

    private static BankWorker.Recovered recovered(Books books, String... left) {
        return new BankWorker.Recovered(books, List.of(left));
    }

    @Test
    void whatIsFoundAgainIsCountedOnceAndIsRecoveredWhenItIsGone() {
        tally.found(List.of("h2 a", "postgres a"));
        tally.found(List.of("h2 a", "h2 b"));
        tally.recovered(2, recovered(BALANCED, "h2 b"));

        assertThat(tally.found()).isEqualTo(3);
        assertThat(tally.recovered()).isEqualTo(2);
        assertThat(tally.left()).containsExactly("h2 b");
        assertThat(tally.wrong()).containsExactly("worker 2 could not end [h2 b]");
    }

    @Test
    void whatAWorkerFindsWasLeftByTheKillBefore() {
        tally.found(List.of());
        tally.told(List.of(1L, 2L));
        tally.killed(Point.LOGGED, 2);
        tally.found(List.of("h2 a", "postgres a"));
        tally.told(List.of());
        tally.killed(Point.IN_RECOVERY, 0);
        tally.found(List.of("h2 a", "h2 b"));
        tally.recovered(3, recovered(BALANCED, "h2 b"));
        tally.told(List.of(3L));
        tally.killed(Point.LOGGED, 4);

        assertThat(tally.kills())
                .extracting(Measured::contestant, Measured::round, kill -> kill.printed().figures())
                .containsExactly(
                        tuple(Point.LOGGED, 1, Map.of("transfersTold", 2, "inDoubtFound", 2)),
                        tuple(
                                Point.IN_RECOVERY,
                                1,
                                Map.of("transfersTold", 0, "inDoubtFound", 2, "recovered", 1)),
                        tuple(Point.LOGGED, 2, Map.of("transfersTold", 1)));
    }

    @Test
    void booksThatDoNotBalanceAreRemembered() {
        tally.recovered(1, recovered(new Books(-7, List.of(3L), List.of(), 0)));
        tally.recovered(2, recovered(BALANCED));

        assertThat(tally.lost()).isEqualTo(-7);
        assertThat(tally.wrong()).singleElement().asString().contains("worker 1", "lost=-7");
    }

    @Test
    void transferThatWasToldAndIsNotThereIsForgotten() {
        tally.told(List.of(1L, 2L));

        tally.compare(Set.of(1L, 3L));

        assertThat(tally.transfers()).isEqualTo(2);
        assertThat(tally.wrong()).singleElement().asString().startsWith("1 transfers were");
    }

    @Test
    void transferMustEndAsWasDecidedWhenItsProcessWasKilled() {
        tally.killed(Point.BOTH_PREPARED, 1);
        tally.killed(Point.LOGGED, 2);
        tally.killed(Point.FIRST_PREPARED, 3);
        tally.killed(Point.BETWEEN_COMMITS, 4);
        tally.killed(Point.RANDOM, 0);

        tally.compare(Set.of(1L, 4L));

        assertThat(tally.wrong())
                .containsExactly(
                        "transfer 1 was committed after a kill at both-prepared",
                        "transfer 2 was rolled back after a kill at logged");
        assertThat(tally.hits(Point.LOGGED)).isEqualTo(1);
        assertThat(tally.hits(Point.IN_RECOVERY)).isZero();
    }
}
