package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pool.internal.queue.CreationPermits;
import org.junit.jupiter.api.Test;

class CreationPermitsTest {

    private final CreationPermits permits = new CreationPermits(/* minSize= */ 0, 2);

    private int total() {
        return CreationPermits.total(permits.get());
    }

    private int creating() {
        return CreationPermits.creating(permits.get());
    }

    @Test
    void aPermitIsTakenBeforeCreationAndCountsAsExistingAfterIt() {
        assertThat(permits.tryBegin(permits.get())).isTrue();
        assertThat(creating()).isOne();
        assertThat(total()).isZero();

        permits.created();
        assertThat(creating()).isZero();
        assertThat(total()).isOne();

        permits.destroyed();
        assertThat(total()).isZero();
    }

    @Test
    void existingAndInCreationTogetherNeverPassTheMaximum() {
        permits.tryBegin(permits.get());
        permits.created();
        assertThat(permits.tryBegin(permits.get())).isTrue();

        assertThat(permits.tryBegin(permits.get())).isFalse();

        permits.created();
        assertThat(permits.tryBegin(permits.get())).isFalse();
        assertThat(total()).isEqualTo(permits.maxSize()).isEqualTo(2);
        assertThat(creating()).isZero();
    }

    @Test
    void aFailedCreationGivesItsPermitBack() {
        permits.tryBegin(permits.get());
        permits.tryBegin(permits.get());

        permits.creationFailed();

        assertThat(creating()).isOne();
        assertThat(permits.tryBegin(permits.get())).isTrue();
    }

    @Test
    void aDestroyedResourceGivesItsPermitBack() {
        for (int i = 0; i < 2; i++) {
            permits.tryBegin(permits.get());
            permits.created();
        }

        permits.destroyed();

        assertThat(permits.tryBegin(permits.get())).isTrue();
    }

    @Test
    void nothingIsTakenWhenTheCountsHaveChangedSinceTheyWereRead() {
        long read = permits.get();
        permits.tryBegin(read);

        assertThat(permits.tryBegin(read)).isFalse();
        assertThat(creating()).isOne();
    }

    @Test
    void aPermitGoesBackUnusedOnlyIfTheCountsAreAsTheyWereRead() {
        permits.tryBegin(permits.get());
        long read = permits.get();
        permits.tryBegin(read);

        assertThat(permits.tryCancel(read)).isFalse();
        assertThat(creating()).isEqualTo(2);
        assertThat(permits.tryCancel(permits.get())).isTrue();
        assertThat(creating()).isOne();
    }

    @Test
    void countsDoNotRunIntoEachOther() {
        CreationPermits large = new CreationPermits(/* minSize= */ 0, 1_000_000);
        for (int i = 0; i < 3; i++) {
            large.tryBegin(large.get());
        }
        large.created();
        large.destroyed();
        large.creationFailed();

        assertThat(large).hasToString("CreationPermits[total 0, creating 1, max 1000000]");
    }
}
