package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.internal.base.DrainSignal;
import io.sluice.pool.internal.holder.Epoch;
import io.sluice.pool.internal.holder.Generations;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.jfr.FlightRecorder;
import io.sluice.pool.internal.queue.CreationPermits;
import io.sluice.pool.internal.queue.HolderSets;
import io.sluice.pool.internal.queue.HolderSlots;
import io.sluice.pool.internal.queue.Suspension;
import io.sluice.pool.internal.queue.WaiterQueue;
import io.sluice.pool.internal.report.Timings;
import io.sluice.pool.internal.upkeep.FitnessCheck;
import io.sluice.pool.internal.upkeep.Housekeeping;
import io.sluice.pool.internal.upkeep.Keepalive;
import io.sluice.pool.internal.upkeep.Validation;
import io.sluice.pool.spi.ResourceFactory;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The one alarm of housekeeping: that there is always one for what is due. */
class UpkeepAlarmsTest {

    private static final Duration A_MINUTE = Duration.ofMinutes(1);
    private static final Duration AN_HOUR = Duration.ofHours(1);
    private static final InternalError NO_ALARM = new InternalError("no alarm");

    private final HandDrivenTicker ticker = new HandDrivenTicker();
    private final PoolConfig config =
            PoolConfig.builder()
                    .maxSize(2)
                    .idleTimeout(Duration.ZERO)
                    .keepaliveInterval(AN_HOUR)
                    .leakThreshold(A_MINUTE)
                    .ticker(ticker)
                    .build();
    private final RecordingOwner owner = new RecordingOwner();
    private final Epoch epoch = new Epoch(ticker, 1_000_000, /* fixed= */ true, () -> {});
    private final HolderSlots<String> slots = new HolderSlots<>(2);
    private final WaiterQueue<String> waiters = owner.waiters(ticker, slots);
    private final HolderSets<String> sets =
            new HolderSets<>(slots, waiters, new CreationPermits(/* minSize= */ 0, 2));
    private final Housekeeping<String> housekeeping =
            new Housekeeping<>(config, epoch, sets, config::minSize, new Work());
    private final FitnessCheck<String> fitnessCheck =
            new FitnessCheck<>(
                    config,
                    new Validation<>(new Nothing(), null, ticker, 1),
                    epoch,
                    new Generations(new DrainSignal(ticker)),
                    sets,
                    new Suspension<>(epoch, sets, waiters),
                    waiters,
                    null,
                    housekeeping,
                    new Timings("orders", FlightRecorder.none()),
                    Runnable::run);
    private final Keepalive<String> keepalive =
            new Keepalive<>(fitnessCheck, waiters, Runnable::run);
    private final ResourceHolder<String> holder =
            new ResourceHolder<>("one", epoch, waiters, owner, 1, Long.MAX_VALUE, 0);

    @BeforeEach
    void aPassIsDueInAnHour() {
        housekeeping.joined(holder);
        assertThat(ticker.untilNext()).isEqualTo(AN_HOUR);
    }

    @Test
    void ofAnEarlierTimeTakesThePlaceOfALaterOne() {
        housekeeping.leased();

        assertThat(ticker.untilNext()).isEqualTo(A_MINUTE);
        assertThat(ticker.pending()).isOne();
    }

    @Test
    void thatCannotBeSetLeavesTheOneThatThereIs() {
        ticker.onSchedule = NO_ALARM;
        assertThatThrownBy(housekeeping::leased).isSameAs(NO_ALARM);

        assertThat(ticker.untilNext()).isEqualTo(AN_HOUR);
        ticker.onSchedule = null;
        sets.join(holder);
        ticker.advance(AN_HOUR);
        assertThat(ticker.untilNext()).as("after a look").isEqualTo(AN_HOUR);
    }

    @Test
    void thatCannotBeSetIsSetTheNextTime() {
        ticker.onSchedule = NO_ALARM;
        assertThatThrownBy(housekeeping::leased).isSameAs(NO_ALARM);
        ticker.onSchedule = null;

        housekeeping.leased();

        assertThat(ticker.untilNext()).isEqualTo(A_MINUTE);
        assertThat(ticker.pending()).isOne();
    }

    @Test
    void thatCannotBeSetAfterALookIsMadeUpForByTheNextTick() {
        sets.join(holder);
        ticker.onSchedule = NO_ALARM;
        assertThatThrownBy(() -> ticker.advance(AN_HOUR)).isSameAs(NO_ALARM);
        ticker.onSchedule = null;

        housekeeping.tick();

        assertThat(ticker.untilNext()).isEqualTo(AN_HOUR);
        housekeeping.tick();
        assertThat(ticker.pending()).isOne();
    }

    @Test
    void followsALookThatFailsWithinASecond() {
        sets.join(holder);
        holder.reservedToAvailable();

        assertThatThrownBy(() -> ticker.advance(AN_HOUR)).hasMessageStartingWith("keeps alive");

        assertThat(ticker.untilNext()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void holdsUpNobodyWhileAnotherIsBeingSet() throws Exception {
        Gate gate = new Gate();
        ticker.onScheduling = () -> passed(gate);
        Background<Void> setting = Background.start(housekeeping::leased);
        gate.awaitEntered();
        try {
            Background.start(() -> housekeeping.joined(holder)).get();
            Background.start(housekeeping::close).get();
        } finally {
            gate.open();
        }
        setting.get();
        assertThat(ticker.pending()).as("set after the close, and cancelled").isZero();
    }

    @Test
    void isGoneWithTheClose() {
        housekeeping.close();
        assertThat(ticker.pending()).isZero();

        housekeeping.leased();

        assertThat(ticker.pending()).as("planned too late").isZero();
    }

    private static void passed(Gate gate) {
        try {
            gate.pass();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** A waiter may leave in vain, and what was due has not been used then. */
    @Test
    void followsSoonIfAThreadWaitsWhileOthersAreKeptAlive() {
        waiters.waiting = 1;

        keepalive.start(List.of(holder), housekeeping);

        assertThat(ticker.untilNext()).isEqualTo(AN_HOUR.dividedBy(4));
    }

    @Test
    void staysAsItIsWhenAllHaveBeenKeptAlive() {
        keepalive.start(List.of(holder), housekeeping); // which was acquired since

        assertThat(ticker.untilNext()).isEqualTo(AN_HOUR);
    }

    /** Nothing is due in these tests but the alarm itself. */
    private static final class Work implements Housekeeping.Work<String> {

        @Override
        public void keepAlive(List<ResourceHolder<String>> due) {
            throw new AssertionError("keeps alive " + due);
        }

        @Override
        public void leaked(ResourceHolder<String> holder, Throwable site) {
            throw new AssertionError("leaked " + holder);
        }
    }

    private static final class Nothing implements ResourceFactory<String> {

        @Override
        public String create() {
            throw new AssertionError("creates");
        }

        @Override
        public void destroy(String resource) {
            throw new AssertionError("destroys " + resource);
        }
    }
}
