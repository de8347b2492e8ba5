package io.sluice.perf.study.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CachesTest {

    private static final Places.Place SOMEWHERE = place(new Object(), 16);
    private static final Places.Place NEXT_TO_IT = new Places.Place(SOMEWHERE.owner(), 56, false);
    private static final Places.Place BEYOND = new Places.Place(SOMEWHERE.owner(), 64, false);

    private final Caches caches = new Caches(3);

    private static Places.Place place(Object owner, long offset) {
        return new Places.Place(owner, offset, /* ordered= */ false);
    }

    private void touch(int client, Places.Place place, int access) {
        caches.touch(client, place, /* stripe= */ false, access);
    }

    private Caches.Cycle endOf(int client) {
        caches.released(client, /* counts= */ true);
        List<Caches.Cycle> cycles = caches.cycles();
        return cycles.get(cycles.size() - 1);
    }

    @Test
    void whatOnlyOneClientTouchesStaysWithIt() {
        for (int i = 0; i < 3; i++) {
            touch(0, SOMEWHERE, Probe.READ);
            touch(0, SOMEWHERE, Probe.WRITE);
            caches.acquired(0);
            touch(0, SOMEWHERE, Probe.ATOMIC);

            Caches.Cycle cycle = endOf(0);
            assertThat(cycle.moved()).isZero();
            assertThat(cycle.sharedReads()).isZero();
            assertThat(cycle.atomics()).isOne();
        }
        assertThat(caches.writtenByAll()).isEmpty();
    }

    @Test
    void whatEveryCycleWritesMovesInEachAndIsNamed() {
        touch(2, SOMEWHERE, Probe.WRITE);
        for (int client = 0; client < 3; client++) {
            touch(client, SOMEWHERE, Probe.WRITE);

            assertThat(endOf(client).moved()).isOne();
        }
        assertThat(caches.writtenByAll()).hasToString("[Object]");
    }

    @Test
    void whatOneOfSeveralCyclesWritesIsNotWrittenByAll() {
        touch(0, SOMEWHERE, Probe.WRITE);
        endOf(0);
        touch(1, SOMEWHERE, Probe.WRITE);
        endOf(1);
        endOf(2);

        assertThat(caches.writtenByAll()).isEmpty();
    }

    @Test
    void whatAllReadComesOnceAndStays() {
        touch(0, SOMEWHERE, Probe.READ);
        assertThat(endOf(0).sharedReads()).isZero();
        touch(1, SOMEWHERE, Probe.READ);
        assertThat(endOf(1).moved()).isOne();
        touch(0, SOMEWHERE, Probe.READ);

        Caches.Cycle again = endOf(0);
        assertThat(again.moved()).isZero();
        assertThat(again.sharedReads()).isOne();
    }

    @Test
    void whatIsReadAndThenWrittenMovesOnceInEachHalf() {
        touch(1, SOMEWHERE, Probe.WRITE);
        touch(0, SOMEWHERE, Probe.READ);
        touch(0, SOMEWHERE, Probe.WRITE);
        caches.acquired(0);
        touch(0, SOMEWHERE, Probe.WRITE);
        assertThat(endOf(0).moved()).isOne();

        touch(1, SOMEWHERE, Probe.WRITE);
        touch(0, SOMEWHERE, Probe.WRITE);
        caches.acquired(0);
        touch(1, SOMEWHERE, Probe.WRITE);
        touch(0, SOMEWHERE, Probe.WRITE);
        assertThat(endOf(0).moved()).isEqualTo(2);
    }

    @Test
    void writerTakesTheLineFromAllReaders() {
        touch(0, SOMEWHERE, Probe.READ);
        touch(1, SOMEWHERE, Probe.READ);
        endOf(1);
        touch(1, SOMEWHERE, Probe.WRITE);
        assertThat(endOf(1).moved()).isOne();

        touch(0, SOMEWHERE, Probe.READ);
        assertThat(endOf(0).moved()).isOne();
    }

    @Test
    void lineIsSixtyFourBytesOfAnObject() {
        touch(1, SOMEWHERE, Probe.WRITE);
        touch(0, NEXT_TO_IT, Probe.WRITE);
        touch(0, BEYOND, Probe.WRITE);
        touch(0, place(new Object(), 16), Probe.WRITE);

        assertThat(endOf(0).moved()).isOne();
    }

    @Test
    void volatileWritesAreAtomicOnes() {
        touch(0, new Places.Place(new Object(), 16, /* ordered= */ true), Probe.WRITE);
        touch(0, new Places.Place(new Object(), 16, /* ordered= */ true), Probe.READ);
        touch(0, SOMEWHERE, Probe.WRITE);

        assertThat(endOf(0).atomics()).isOne();
    }

    @Test
    void stripedCounterIsCountedApartAndSummedUpTogether() {
        count(0);
        sum(0);
        assertThat(endOf(0).moved()).isZero();

        count(1);
        sum(1);
        Caches.Cycle both = endOf(1);
        assertThat(both.moved()).isOne();
        assertThat(both.atomics()).isOne();

        count(0);
        assertThat(endOf(0).moved()).isZero();
        assertThat(caches.writtenByAll()).isEmpty();
    }

    @Test
    void cyclesThatDoNotCountAreForgottenButNotWhatTheyDid() {
        touch(0, SOMEWHERE, Probe.WRITE);
        caches.released(0, /* counts= */ false);
        touch(1, SOMEWHERE, Probe.WRITE);

        assertThat(endOf(1).moved()).isOne();
        assertThat(caches.cycles()).hasSize(1);
    }

    private void count(int client) {
        caches.touch(client, SOMEWHERE, /* stripe= */ true, Probe.ATOMIC);
    }

    private void sum(int client) {
        caches.touch(client, SOMEWHERE, /* stripe= */ true, Probe.READ);
    }
}
