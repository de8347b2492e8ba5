package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pool.PoolCounters;
import io.sluice.pool.PoolSnapshot;
import org.junit.jupiter.api.Test;

/** What the check at the end of every test finds. */
class DataSourceInvariantsTest {

    private static PoolSnapshot counts(
            int total, int creating, int available, int accessible, int waiting) {
        return new PoolSnapshot(
                "orders",
                total,
                0,
                4,
                creating,
                available,
                accessible,
                0,
                0,
                waiting,
                false,
                PoolCounters.NONE);
    }

    @Test
    void findsNothingInAPoolAtWorkNorInOneThatIsClosed() {
        assertThat(DataSourceInvariants.faults(counts(3, 1, 0, 2, 5))).isEmpty();
        assertThat(DataSourceInvariants.leftovers(counts(0, 0, 0, 0, 0))).isEmpty();
    }

    @Test
    void findsMembersWithoutAPermit() {
        assertThat(DataSourceInvariants.faults(counts(1, 0, 1, 1, 0)))
                .isEqualTo("2 members, not all of them counted");
    }

    @Test
    void findsMoreThanTheMaximum() {
        assertThat(DataSourceInvariants.faults(counts(4, 1, 0, 4, 0)))
                .isEqualTo("more than there may be");
    }

    @Test
    void findsWaitersBesideSomethingAvailable() {
        assertThat(DataSourceInvariants.faults(counts(2, 0, 1, 1, 3)))
                .isEqualTo("3 wait beside something available");
    }

    @Test
    void findsWhatAClosedPoolHasLeft() {
        assertThat(DataSourceInvariants.leftovers(counts(1, 0, 0, 0, 0)))
                .isEqualTo("not all is closed");
        assertThat(DataSourceInvariants.leftovers(counts(0, 1, 0, 0, 0)))
                .isEqualTo("not all is closed");
    }
}
