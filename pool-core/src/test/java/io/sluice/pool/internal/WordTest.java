package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WordTest {

    private static final List<Long> ALL_MARKS = List.of(Word.DOOMED, Word.IN_TX, Word.ENDED);

    @Test
    void theFieldsFillTheWordWithoutOverlap() {
        assertThat(Word.STATE | Word.MARKS | Word.HANDLES | Word.SERIAL).isEqualTo(-1L);
        assertThat(Long.bitCount(Word.STATE)).isEqualTo(3);
        assertThat(Long.bitCount(Word.MARKS)).isEqualTo(5);
        assertThat(Long.bitCount(Word.HANDLES)).isEqualTo(16);
        assertThat(Long.bitCount(Word.SERIAL)).isEqualTo(40);
    }

    @Test
    void everyMarkHasABitOfItsOwnAmongTheMarks() {
        long together = 0;
        for (long mark : ALL_MARKS) {
            assertThat(Long.bitCount(mark)).isOne();
            assertThat(mark & Word.MARKS).isEqualTo(mark);
            assertThat(together & mark).isZero();
            together |= mark;
        }
    }

    @ParameterizedTest
    @EnumSource(ResourceState.class)
    void aStateReadsBackAsItWasWritten(ResourceState state) {
        long noise = Word.SERIAL | Word.HANDLES | Word.MARKS;

        assertThat(ResourceState.of(noise | state.bits)).isEqualTo(state);
        assertThat(Word.is(noise | state.bits, state.bits)).isTrue();
        for (ResourceState other : ResourceState.values()) {
            long moved = Word.withState(noise | state.bits, other.bits);
            assertThat(ResourceState.of(moved)).isEqualTo(other);
            assertThat(moved & ~Word.STATE).isEqualTo(noise);
            assertThat(Word.is(moved, state.bits)).isEqualTo(other == state);
        }
    }

    @ParameterizedTest
    @EnumSource(ResourceState.class)
    void anyoneMayAcquireOnlyInAvailableWithoutMarkOrHandle(ResourceState state) {
        long serial = 7 * Word.ONE_LEASE;

        assertThat(Word.isAvailable(serial | state.bits))
                .isEqualTo(state == ResourceState.AVAILABLE);
        for (long mark : ALL_MARKS) {
            assertThat(Word.isAvailable(serial | mark | state.bits)).isFalse();
        }
        assertThat(Word.isAvailable(serial | Word.ONE_HANDLE | state.bits)).isFalse();
    }

    @Test
    void acquiringBeginsTheNextLeaseWithOneHandle() {
        long available = 41 * Word.ONE_LEASE | Word.AVAILABLE;

        long acquired = available + Word.ACQUIRE;

        assertThat(acquired).isEqualTo(42 * Word.ONE_LEASE | Word.ONE_HANDLE | Word.ACCESSIBLE);
        assertThat(Word.nextLease(available)).isEqualTo(acquired);
        assertThat(Word.handles(acquired)).isOne();
    }

    @Test
    void releasingKeepsTheSerialAndNothingElse() {
        long stamp = 42 * Word.ONE_LEASE | Word.ONE_HANDLE | Word.ACCESSIBLE;

        assertThat(stamp + Word.RELEASE).isEqualTo(42 * Word.ONE_LEASE | Word.AVAILABLE);
    }

    @Test
    void theNextLeaseTakesNothingOverButTheSerial() {
        long reserved = 41 * Word.ONE_LEASE | Word.RESERVED;

        assertThat(Word.nextLease(reserved | Word.MARKS | Word.HANDLES))
                .isEqualTo(Word.nextLease(reserved))
                .isEqualTo(42 * Word.ONE_LEASE | Word.ONE_HANDLE | Word.ACCESSIBLE);
    }

    @Test
    void theSerialStartsAnewAfterTheLastWithoutTouchingTheRest() {
        long last = Word.SERIAL | Word.AVAILABLE;

        assertThat(last + Word.ACQUIRE).isEqualTo(Word.ONE_HANDLE | Word.ACCESSIBLE);
        assertThat(Word.nextLease(last)).isEqualTo(Word.ONE_HANDLE | Word.ACCESSIBLE);
    }

    @Test
    void theSameLeaseIsToldByTheSerialAlone() {
        long stamp = 42 * Word.ONE_LEASE | Word.ONE_HANDLE | Word.ACCESSIBLE;

        assertThat(Word.sameLease(stamp | Word.MARKS | Word.HANDLES, stamp)).isTrue();
        assertThat(Word.sameLease(stamp + Word.RELEASE, stamp)).isTrue();
        assertThat(Word.sameLease(stamp + Word.ONE_LEASE, stamp)).isFalse();
        assertThat(Word.sameLease(stamp | Word.SERIAL, stamp)).isFalse();
    }

    @Test
    void theSerialCountsLeases() {
        long word = 42 * Word.ONE_LEASE | Word.ONE_HANDLE | Word.MARKS | Word.ACCESSIBLE;

        assertThat(Word.serial(word)).isEqualTo(42);
        assertThat(Word.serial(word + Word.RELEASE + Word.ACQUIRE)).isEqualTo(43);
        assertThat(Word.serial(Word.SERIAL)).as("unsigned").isEqualTo((1L << 40) - 1);
    }

    @Test
    void handlesCountToTheirLastBit() {
        assertThat(Word.handles(0)).isZero();
        assertThat(Word.handles(3 * Word.ONE_HANDLE | Word.SERIAL | Word.MARKS | Word.STATE))
                .isEqualTo(3);
        assertThat(Word.handles(Word.HANDLES)).isEqualTo(0xffff);
    }

    @Test
    void textSaysStateLeaseHandlesAndMarks() {
        long word = 42 * Word.ONE_LEASE | 2 * Word.ONE_HANDLE | Word.ACCESSIBLE;

        assertThat(Word.toString(word)).isEqualTo("ACCESSIBLE lease 42 handles 2");
        assertThat(Word.toString(word | Word.DOOMED | Word.IN_TX | Word.ENDED))
                .isEqualTo("ACCESSIBLE lease 42 handles 2 doomed in-tx ended");
    }
}
