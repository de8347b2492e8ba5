package io.sluice.perf.study.contention;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.fork.Step;
import io.sluice.perf.peer.Peer;
import java.util.List;
import org.junit.jupiter.api.Test;

class ContentionPlanTest {

    private static final ContentionRow ROW = new ContentionRow(32, 8, 500);

    @Test
    void contestantsTakeTurnsAndEachRoundBeginsWithAnother() {
        ContentionPlan plan =
                new ContentionPlan(ROW, List.of(Peer.SLUICE, Peer.HIKARI, Peer.LITERAL), 2, 1);

        assertThat(plan.steps())
                .extracting(Step::peer)
                .containsExactly(
                        Peer.SLUICE,
                        Peer.HIKARI,
                        Peer.LITERAL,
                        Peer.HIKARI,
                        Peer.LITERAL,
                        Peer.SLUICE);
    }

    @Test
    void rowIsToldInWords() {
        assertThat(ROW.title())
                .isEqualTo("32 threads on 8 connections, 500 tokens of work while holding");
        assertThat(new ContentionRow(1, 1, 0).title()).isEqualTo("1 thread on 1 connection");
        assertThat(ROW).hasToString("32t-8c-500");
    }

    @Test
    void orderComesBackFromTheArgumentsOfTheFork() {
        ContentionOrder order = new ContentionOrder(Peer.LITERAL, ROW, 300);

        assertThat(ContentionOrder.of(order.toArgs().toArray(new String[0]))).isEqualTo(order);
    }
}
