package io.sluice.perf.fork;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.peer.Peer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForkPlanTest {

    static ForkPlan plan(List<Row> rows, List<Peer> peers, int forks) {
        return new ForkPlan(
                rows,
                peers,
                forks,
                new Iterations(1, 2, Duration.ofMillis(100)),
                false,
                false,
                false,
                ThreadKind.PLATFORM,
                List.of());
    }

    @Test
    void contestantsTakeTurnsAndEachRoundBeginsWithAnother() {
        ForkPlan plan = plan(List.of(Row.ONE), List.of(Peer.SLUICE, Peer.HIKARI, Peer.AGROAL), 3);

        assertThat(plan.turns())
                .extracting(Turn::contestant)
                .containsExactly(
                        Peer.SLUICE,
                        Peer.HIKARI,
                        Peer.AGROAL,
                        Peer.HIKARI,
                        Peer.AGROAL,
                        Peer.SLUICE,
                        Peer.AGROAL,
                        Peer.SLUICE,
                        Peer.HIKARI);
        assertThat(plan.turns()).extracting(Turn::round).containsExactly(1, 1, 1, 2, 2, 2, 3, 3, 3);
    }

    @Test
    void eachBoundRunsOnlyWhereItMeansSomething() {
        ForkPlan plan = plan(List.of(Row.ONE, Row.CROWD), List.of(Peer.FLOOR, Peer.IDEAL), 1);

        assertThat(plan.turns())
                .containsExactly(
                        new Turn<>(Row.ONE, Peer.FLOOR, 1), new Turn<>(Row.CROWD, Peer.IDEAL, 1));
    }

    @Test
    void workWithoutAPoolRunsOnAsManyThreadsAsCanWorkAtOnce() {
        assertThat(Row.CROWD.threads(Peer.SLUICE, 2)).isEqualTo(32);
        assertThat(Row.CROWD.threads(Peer.IDEAL, 2)).isEqualTo(2);
        assertThat(Row.CROWD.threads(Peer.IDEAL, 64)).isEqualTo(8);
    }

    @Test
    void titleSaysHowManyShareWhat() {
        assertThat(Row.CROWD_SHORT_WORK.title())
                .isEqualTo("32 threads on 8 connections, 500 tokens of work while holding");
        assertThat(Row.ONE.title()).isEqualTo("1 thread on 16 connections");
        assertThat(Row.EIGHT_REQUEST.title())
                .isEqualTo("8 threads on 16 connections, on a driver with request boundaries");
        assertThat(Row.CROWD_APPLICATION.title())
                .isEqualTo(
                        "32 threads on 8 connections, 500 tokens of work while holding, in the"
                                + " shape of an application");
    }
}
