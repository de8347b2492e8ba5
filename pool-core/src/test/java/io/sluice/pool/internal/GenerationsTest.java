package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pool.internal.base.DrainSignal;
import io.sluice.pool.internal.holder.Generations;
import org.junit.jupiter.api.Test;

/** What is left of each generation. */
class GenerationsTest {

    private final Generations generations =
            new Generations(new DrainSignal(new HandDrivenTicker()));

    private int created() {
        int bornIn = generations.creationBegins();
        generations.creationEnded(bornIn);
        return bornIn;
    }

    @Test
    void aResourceIsLeftUntilItIsGone() {
        int bornIn = created();
        int next = generations.begin();
        assertThat(generations.isNothingLeftBefore(next)).isFalse();
        assertThat(generations.isNoResourceLeftBefore(next)).isFalse();

        generations.gone(bornIn);

        assertThat(generations.isNothingLeftBefore(next)).isTrue();
    }

    @Test
    void anAttemptIsLeftAndIsNoResource() {
        int bornIn = generations.creationBegins();
        int next = generations.begin();

        assertThat(generations.isNothingLeftBefore(next)).isFalse();
        assertThat(generations.isNoResourceLeftBefore(next)).isTrue();
        assertThat(generations.creatingBefore(next)).isOne();
        generations.creationEnded(bornIn);
        assertThat(generations.isNoResourceLeftBefore(next)).isFalse();
    }

    @Test
    void whatBeganLaterDoesNotCount() {
        int next = generations.begin();

        assertThat(generations.current()).isEqualTo(next);
        assertThat(generations.creationBegins()).isEqualTo(next);

        assertThat(generations.isNothingLeftBefore(next)).isTrue();
        assertThat(generations.creatingBefore(next)).isZero();
    }

    /** Generations of which nothing is left are forgotten, and no other. */
    @Test
    void countsAllThatIsLeftOfManyGenerations() {
        int first = generations.creationBegins();
        generations.begin();
        int gone = created();
        generations.begin();
        int second = created();
        generations.gone(gone);
        for (int i = 0; i < 10; i++) {
            generations.begin();
        }
        int next = generations.begin();
        assertThat(generations.creatingBefore(next)).isOne();

        generations.gone(second);
        assertThat(generations.isNoResourceLeftBefore(next)).isTrue();
        generations.creationEnded(first);
        generations.gone(first);

        assertThat(generations.isNothingLeftBefore(next)).isTrue();
    }

    @Test
    void aFlushOutdatesWhatIsThereAndASuspicionDoesNot() {
        int bornIn = created();
        generations.begin();
        assertThat(generations.isOutdated(bornIn)).isFalse();

        int next = generations.outdateAll();

        assertThat(generations.isOutdated(bornIn)).isTrue();
        assertThat(generations.isOutdated(next)).isFalse();
    }
}
