package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.pool.internal.holder.Epoch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EpochTest {

    private static final Duration PERIOD = Duration.ofMillis(250);

    private final HandDrivenTicker ticker = new HandDrivenTicker();
    private final AtomicInteger ticks = new AtomicInteger();
    private final Epoch epoch = epoch(ticker, /* fixed= */ false);

    private Epoch epoch(HandDrivenTicker clock, boolean fixed) {
        return new Epoch(clock, PERIOD.toNanos(), fixed, ticks::incrementAndGet);
    }

    @Test
    void itBeginsDormantWithNothingToWakeFor() {
        assertThat(epoch.value).as("dormant").isNegative();
        assertThat(epoch.value).isNegative();
        assertThat(ticker.pending()).isZero();
    }

    @Test
    void timeBeginsAtOneAndFollowsTheTicker() {
        assertThat(epoch.now()).isOne();

        ticker.advance(Duration.ofNanos(41));

        assertThat(epoch.now()).isEqualTo(42);
    }

    @Test
    void timeIsTheSameWhateverTheOriginOfTheTicker() {
        HandDrivenTicker aboutToOverflow = new HandDrivenTicker(Long.MAX_VALUE);
        Epoch other = epoch(aboutToOverflow, /* fixed= */ false);

        aboutToOverflow.advance(Duration.ofNanos(41));

        assertThat(other.now()).isEqualTo(42);
    }

    @Test
    void aTouchWakesItAndSchedulesOneTick() {
        long seen = epoch.touch();

        assertThat(seen).isPositive().isEqualTo(epoch.value);
        assertThat(ticker.pending()).isOne();
        assertThat(ticker.untilNext()).isEqualTo(PERIOD);

        assertThat(epoch.touch()).as("touched again before the tick").isEqualTo(seen);
        assertThat(ticker.pending()).isOne();
    }

    @Test
    void aTickAfterATouchBringsANewValueAndTheNextTick() {
        long before = epoch.touch();

        ticker.advance(PERIOD);

        assertThat(epoch.value).isGreaterThan(before).isEqualTo(epoch.now());
        assertThat(ticks).hasValue(1);
        assertThat(ticker.untilNext()).isEqualTo(PERIOD);
    }

    @Test
    void aTickThatFindsNoTouchGoesDormantAndSchedulesNoOther() {
        long seen = epoch.touch();
        ticker.advance(PERIOD);
        long last = epoch.value;

        ticker.advance(PERIOD);

        assertThat(epoch.value).as("dormant").isNegative();
        assertThat(epoch.value).isNotEqualTo(seen).isNotEqualTo(last);
        assertThat(ticker.pending()).isZero();
        assertThat(ticks).hasValue(2);
    }

    /** Otherwise the clock stands still and looks alive, and nothing is validated any more. */
    @Test
    void aTickThatFailsIsFollowedByTheNext() {
        Epoch failing = new Epoch(ticker, PERIOD.toNanos(), /* fixed= */ false, this::fail);
        failing.touch();
        assertThatThrownBy(() -> ticker.advance(PERIOD)).isInstanceOf(InternalError.class);
        assertThat(failing.value).as("live").isPositive();
        assertThat(ticker.untilNext()).isEqualTo(PERIOD);

        assertThatThrownBy(() -> ticker.advance(PERIOD)).isInstanceOf(InternalError.class);
        assertThat(failing.value).as("dormant").isNegative();
        assertThat(ticker.pending()).isZero();
    }

    private void fail() {
        throw new InternalError("a tick failed");
    }

    @Test
    void aTouchInEachPeriodKeepsItTicking() {
        for (int period = 1; period <= 5; period++) {
            epoch.touch();
            ticker.advance(PERIOD);
            assertThat(epoch.value).as("live").isPositive();
            assertThat(ticks).hasValue(period);
        }
    }

    @Test
    void afterDormancyNoOldValueComesBackEvenIfTheClockStandsStill() {
        epoch.touch();
        epoch.tick();
        long last = epoch.value;
        epoch.tick();
        assertThat(epoch.value).as("dormant").isNegative();

        long woken = epoch.touch();

        assertThat(woken).isGreaterThan(last).isEqualTo(epoch.value);
    }

    @Test
    void aTouchAfterDormancySchedulesTheTickAnew() {
        epoch.touch();
        ticker.advance(PERIOD.multipliedBy(2));
        assertThat(ticker.pending()).isZero();

        epoch.touch();

        assertThat(ticker.untilNext()).isEqualTo(PERIOD);
        assertThat(ticker.pending()).isOne();
    }

    @Test
    void aValueIsNewEvenIfTheClockStandsStill() {
        HandDrivenTicker standing = new HandDrivenTicker();
        Epoch other = epoch(standing, /* fixed= */ false);

        long first = other.touch();
        other.tick();
        long second = other.value;
        other.touch();
        other.tick();

        assertThat(second).isGreaterThan(first);
        assertThat(other.value).isGreaterThan(second);
    }

    @Test
    void aBumpWhileAwakeChangesTheValueAndStaysAwake() {
        long before = epoch.touch();

        epoch.bump();

        assertThat(epoch.value).isGreaterThan(before);
        assertThat(epoch.value).as("live").isPositive();
        assertThat(ticker.pending()).isOne();
    }

    @Test
    void aBumpWhileDormantStaysDormantAndIsStillNewAfterwards() {
        long before = epoch.touch();
        ticker.advance(PERIOD);
        ticker.advance(PERIOD);
        long dormant = epoch.value;

        epoch.bump();

        assertThat(epoch.value).as("dormant").isNegative();
        assertThat(epoch.value).isNotEqualTo(dormant);
        assertThat(ticker.pending()).as("a bump is no traffic").isZero();
        assertThat(epoch.touch()).isGreaterThan(before).isGreaterThan(-dormant);
    }

    @Test
    void ticksGoOnInTheirPeriodAfterABump() {
        epoch.touch();
        epoch.bump();
        epoch.touch();

        ticker.advance(PERIOD);

        assertThat(epoch.value).as("live").isPositive();
        assertThat(ticks).hasValue(1);
        assertThat(ticker.pending()).isOne();
    }

    @Test
    void aFixedEpochEqualsNoHolderWhateverIsTouched() {
        Epoch fixed = epoch(ticker, /* fixed= */ true);

        long seen = fixed.touch();

        assertThat(seen).isEqualTo(fixed.now());
        assertThat(fixed.value).isNegative();
        ticker.advance(PERIOD);
        assertThat(fixed.value).isNegative();
        fixed.bump();
        assertThat(fixed.value).isNegative();
    }

    @Test
    void aFixedEpochTicksWhileItIsTouchedAndStopsAfterwards() {
        Epoch fixed = epoch(ticker, /* fixed= */ true);
        fixed.touch();
        fixed.touch();
        assertThat(ticker.pending()).isOne();

        ticker.advance(PERIOD);
        assertThat(ticks).hasValue(1);
        assertThat(ticker.pending()).isOne();

        ticker.advance(PERIOD);
        assertThat(ticks).hasValue(2);
        assertThat(ticker.pending()).as("nobody touched it").isZero();

        fixed.touch();
        assertThat(ticker.pending()).isOne();
    }

    @Test
    void whatCannotTickOnIsDormantAndTheNextTouchWakesIt() {
        epoch.touch();
        ticker.onSchedule = new OutOfMemoryError("no alarm");
        assertThatThrownBy(() -> ticker.advance(PERIOD)).isSameAs(ticker.onSchedule);
        assertThat(epoch.value).as("dormant").isNegative();
        ticker.onSchedule = null;

        epoch.touch();

        assertThat(epoch.value).as("live").isPositive();
        assertThat(ticker.untilNext()).isEqualTo(PERIOD);
    }

    @Test
    void aFixedEpochThatCannotTickOnDoesSoAfterTheNextTouch() {
        Epoch fixed = epoch(ticker, /* fixed= */ true);
        fixed.touch();
        ticker.onSchedule = new OutOfMemoryError("no alarm");
        assertThatThrownBy(() -> ticker.advance(PERIOD)).isSameAs(ticker.onSchedule);
        ticker.onSchedule = null;

        fixed.touch();

        assertThat(ticker.untilNext()).isEqualTo(PERIOD);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void itIsDormantUntilATouchAndFromTheTickThatFindsNone(boolean fixed) {
        List<Boolean> inTicks = new ArrayList<>();
        AtomicReference<Epoch> itself = new AtomicReference<>();
        Epoch observed =
                new Epoch(
                        ticker,
                        PERIOD.toNanos(),
                        fixed,
                        () -> inTicks.add(itself.get().isDormant()));
        itself.set(observed);
        assertThat(observed.isDormant()).isTrue();

        observed.touch();

        assertThat(observed.isDormant()).isFalse();
        ticker.advance(PERIOD);
        ticker.advance(PERIOD);
        assertThat(inTicks).containsExactly(false, true);
        assertThat(observed.isDormant()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void itTicksOnWithoutATouchWhileItsWorkNeedsThat(boolean fails) {
        AtomicBoolean needed = new AtomicBoolean(true);
        Epoch needing =
                new Epoch(
                        ticker,
                        PERIOD.toNanos(),
                        /* fixed= */ false,
                        new Epoch.Pulse() {
                            @Override
                            public void tick() {
                                ticks.incrementAndGet();
                                if (fails) {
                                    fail();
                                }
                            }

                            @Override
                            public boolean isNeeded() {
                                return needed.get();
                            }
                        });
        needing.touch();
        tick(fails);
        tick(fails);
        tick(fails);
        assertThat(needing.isDormant()).isFalse();

        needed.set(false);

        tick(fails);
        assertThat(needing.isDormant()).isTrue();
        assertThat(ticker.pending()).isZero();
        assertThat(ticks).hasValue(4);
    }

    private void tick(boolean fails) {
        if (fails) {
            assertThatThrownBy(() -> ticker.advance(PERIOD)).isInstanceOf(InternalError.class);
        } else {
            ticker.advance(PERIOD);
        }
    }
}
