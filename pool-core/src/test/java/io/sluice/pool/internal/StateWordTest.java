package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pool.internal.holder.ResourceState;
import io.sluice.pool.internal.holder.StateWord;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StateWordTest {

    private static final List<Long> ALL_MARKS =
            List.of(StateWord.DOOMED, StateWord.IN_TX, StateWord.ENDED);

    @Test
    void theFieldsFillTheWordWithoutOverlap() {
        assertThat(StateWord.STATE | StateWord.MARKS | StateWord.HANDLES | StateWord.SERIAL)
                .isEqualTo(-1L);
        assertThat(Long.bitCount(StateWord.STATE)).isEqualTo(3);
        assertThat(Long.bitCount(StateWord.MARKS)).isEqualTo(5);
        assertThat(Long.bitCount(StateWord.HANDLES)).isEqualTo(16);
        assertThat(Long.bitCount(StateWord.SERIAL)).isEqualTo(40);
    }

    @Test
    void everyMarkHasABitOfItsOwnAmongTheMarks() {
        long together = 0;
        for (long mark : ALL_MARKS) {
            assertThat(Long.bitCount(mark)).isOne();
            assertThat(mark & StateWord.MARKS).isEqualTo(mark);
            assertThat(together & mark).isZero();
            together |= mark;
        }
    }

    @ParameterizedTest
    @EnumSource(ResourceState.class)
    void aStateReadsBackAsItWasWritten(ResourceState state) {
        long noise = StateWord.SERIAL | StateWord.HANDLES | StateWord.MARKS;

        assertThat(StateWord.state(noise | state.bits)).isEqualTo(state);
        assertThat(StateWord.is(noise | state.bits, state.bits)).isTrue();
        for (ResourceState other : ResourceState.values()) {
            long moved = StateWord.withState(noise | state.bits, other.bits);
            assertThat(StateWord.state(moved)).isEqualTo(other);
            assertThat(moved & ~StateWord.STATE).isEqualTo(noise);
            assertThat(StateWord.is(moved, state.bits)).isEqualTo(other == state);
        }
    }

    @ParameterizedTest
    @EnumSource(ResourceState.class)
    void aThreadMayAcquireOnlyInAvailableWithoutMarkOrHandle(ResourceState state) {
        long serial = 7 * StateWord.ONE_LEASE;

        assertThat(StateWord.isAvailable(serial | state.bits))
                .isEqualTo(state == ResourceState.AVAILABLE);
        for (long mark : ALL_MARKS) {
            assertThat(StateWord.isAvailable(serial | mark | state.bits)).isFalse();
        }
        assertThat(StateWord.isAvailable(serial | StateWord.ONE_HANDLE | state.bits)).isFalse();
    }

    @Test
    void acquiringBeginsTheNextLeaseWithOneHandle() {
        long available = 41 * StateWord.ONE_LEASE | StateWord.AVAILABLE;

        long acquired = available + StateWord.ACQUIRE;

        assertThat(acquired)
                .isEqualTo(42 * StateWord.ONE_LEASE | StateWord.ONE_HANDLE | StateWord.ACCESSIBLE);
        assertThat(StateWord.nextLease(available)).isEqualTo(acquired);
        assertThat(StateWord.handles(acquired)).isOne();
    }

    @Test
    void releasingKeepsTheSerialAndNothingElse() {
        long stamp = 42 * StateWord.ONE_LEASE | StateWord.ONE_HANDLE | StateWord.ACCESSIBLE;

        assertThat(stamp + StateWord.RELEASE)
                .isEqualTo(42 * StateWord.ONE_LEASE | StateWord.AVAILABLE);
    }

    @Test
    void theNextLeaseTakesNothingOverButTheSerial() {
        long reserved = 41 * StateWord.ONE_LEASE | StateWord.RESERVED;

        assertThat(StateWord.nextLease(reserved | StateWord.MARKS | StateWord.HANDLES))
                .isEqualTo(StateWord.nextLease(reserved))
                .isEqualTo(42 * StateWord.ONE_LEASE | StateWord.ONE_HANDLE | StateWord.ACCESSIBLE);
    }

    @Test
    void theSerialStartsAnewAfterTheLastWithoutTouchingTheRest() {
        long last = StateWord.SERIAL | StateWord.AVAILABLE;

        assertThat(last + StateWord.ACQUIRE).isEqualTo(StateWord.ONE_HANDLE | StateWord.ACCESSIBLE);
        assertThat(StateWord.nextLease(last))
                .isEqualTo(StateWord.ONE_HANDLE | StateWord.ACCESSIBLE);
    }

    @Test
    void theSameLeaseIsToldByTheSerialAlone() {
        long stamp = 42 * StateWord.ONE_LEASE | StateWord.ONE_HANDLE | StateWord.ACCESSIBLE;

        assertThat(StateWord.sameLease(stamp | StateWord.MARKS | StateWord.HANDLES, stamp))
                .isTrue();
        assertThat(StateWord.sameLease(stamp + StateWord.RELEASE, stamp)).isTrue();
        assertThat(StateWord.sameLease(stamp + StateWord.ONE_LEASE, stamp)).isFalse();
        assertThat(StateWord.sameLease(stamp | StateWord.SERIAL, stamp)).isFalse();
    }

    @Test
    void theSerialCountsLeases() {
        long word =
                42 * StateWord.ONE_LEASE
                        | StateWord.ONE_HANDLE
                        | StateWord.MARKS
                        | StateWord.ACCESSIBLE;

        assertThat(StateWord.serial(word)).isEqualTo(42);
        assertThat(StateWord.serial(word + StateWord.RELEASE + StateWord.ACQUIRE)).isEqualTo(43);
        assertThat(StateWord.serial(StateWord.SERIAL)).as("unsigned").isEqualTo((1L << 40) - 1);
    }

    @Test
    void handlesCountToTheirLastBit() {
        assertThat(StateWord.handles(0)).isZero();
        assertThat(
                        StateWord.handles(
                                3 * StateWord.ONE_HANDLE
                                        | StateWord.SERIAL
                                        | StateWord.MARKS
                                        | StateWord.STATE))
                .isEqualTo(3);
        assertThat(StateWord.handles(StateWord.HANDLES)).isEqualTo(0xffff);
    }

    @Test
    void textSaysStateLeaseHandlesAndMarks() {
        long word = 42 * StateWord.ONE_LEASE | 2 * StateWord.ONE_HANDLE | StateWord.ACCESSIBLE;

        assertThat(StateWord.toString(word)).isEqualTo("ACCESSIBLE lease 42 handles 2");
        assertThat(StateWord.toString(word | StateWord.MARKS))
                .isEqualTo("ACCESSIBLE lease 42 handles 2 doomed in-tx first held ended");
    }
}
