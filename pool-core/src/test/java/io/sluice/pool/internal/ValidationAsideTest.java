package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.PoolConfig;
import io.sluice.pool.PoolSnapshot;
import io.sluice.pool.internal.PoolFixture.Lease;
import io.sluice.pool.internal.ScriptedFactory.Resource;
import io.sluice.pool.internal.upkeep.Validation;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * If one validation hangs, others may too. No caller waits for one after the other: doubtful
 * resources are validated aside, all at once.
 */
class ValidationAsideTest {

    private static final int TEN = 10;
    private static final Duration A_SECOND = Duration.ofSeconds(1);
    private static final Duration A_MINUTE = Duration.ofMinutes(1);
    private static final Duration GRACE = Duration.ofNanos(Validation.GRACE_NANOS);
    private static final Duration ONE_HANG = Duration.ofSeconds(5).plus(GRACE);

    /** After this long waiters no longer count on resources that the pool itself works on. */
    private static final Duration SOON = Duration.ofMillis(10);

    @RegisterExtension final PoolFixture fixture = new PoolFixture();

    private final HandDrivenTicker ticker = fixture.ticker;
    private final Journal journal = fixture.journal;
    private final ScriptedFactory factory = fixture.factory;

    /** Where the validations hang, by resource. */
    private final Map<Integer, Gate> hanging = new ConcurrentHashMap<>();

    /** Opens a full pool of ten that have all been idle for long. */
    private DefaultResourcePool<Resource> open(UnaryOperator<PoolConfig.Builder> settings)
            throws Exception {
        DefaultResourcePool<Resource> pool =
                fixture.open(
                        config ->
                                settings.apply(
                                        config.maxSize(TEN)
                                                .acquireTimeout(Duration.ofSeconds(30))
                                                .validateAfterIdle(A_SECOND)));
        fixture.warmUp(TEN);
        ticker.advance(A_MINUTE);
        return pool;
    }

    /** From now on these, by number, answer nothing until they are aborted. */
    private void hang(IntPredicate lost) {
        factory.onAbort = number -> gate(number).open();
        factory.onValidate =
                number -> {
                    if (lost.test(number)) {
                        gate(number).pass();
                        throw new IOException("connection aborted");
                    }
                };
    }

    private Gate gate(int number) {
        return hanging.computeIfAbsent(number, any -> new Gate());
    }

    private static boolean isOneOfTheTen(int number) {
        return number <= TEN;
    }

    /** An acquire whose first validation has hung for as long as it may. */
    private Background<Lease> acquireWhereOneHangs() {
        Background<Lease> caller = fixture.acquireInBackground();
        journal.await("validate ");
        ticker.advance(ONE_HANG);
        return caller;
    }

    /** Lets the time pass that a waiter allows for a quick return; then a new one is created. */
    private void growSoon() {
        ticker.awaitParked(1);
        ticker.awaitAlarmIn(SOON);
        ticker.advance(SOON);
    }

    @Test
    void aCallerWaitsForOneThatHangsAndNotForTheOthers() throws Exception {
        DefaultResourcePool<Resource> pool = open(config -> config);
        hang(ValidationAsideTest::isOneOfTheTen);
        Background<Lease> caller = acquireWhereOneHangs();

        growSoon();

        Lease lease = caller.get();
        assertThat(lease.number()).isEqualTo(TEN + 1);
        assertThat(Duration.ofNanos(lease.holder().waitedNanos(lease.stamp())))
                .isEqualTo(ONE_HANG.plus(SOON));
        journal.await("validate ", TEN);
        ticker.advance(ONE_HANG);
        journal.await("onDestroy ", TEN);
        assertThat(pool.snapshot())
                .as("the others were found lost at once")
                .extracting(PoolSnapshot::total, PoolSnapshot::accessible)
                .containsExactly(1, 1);
        lease.release();
    }

    @Test
    void aCallerTakesTheFirstThatPasses() throws Exception {
        DefaultResourcePool<Resource> pool = open(config -> config);
        Thread[] validators = new Thread[2 * TEN];
        hang(number -> journal.count("validate ") == 1);
        ScriptedFactory.Step hangs = factory.onValidate;
        factory.onValidate =
                number -> {
                    validators[number] = Thread.currentThread();
                    hangs.run(number);
                };
        Background<Lease> caller = acquireWhereOneHangs();

        Lease lease = caller.get();

        assertThat(factory.attempts()).as("nothing was created").isEqualTo(TEN);
        assertThat(validators[lease.number()].getName()).startsWith("sluice-orders-creator-");
        fixture.awaitAvailable(TEN - 2);
        assertThat(pool.snapshot().counters().acquired()).as("by callers").isEqualTo(TEN + 1);
        lease.release();
    }

    @Test
    void aLaterCallerWaitsForNoHangingValidation() throws Exception {
        open(config -> config.acquireTimeout(A_SECOND));
        hang(ValidationAsideTest::isOneOfTheTen);
        Background<Lease> first = fixture.acquireInBackground();
        journal.await("validate ");
        ticker.advance(A_SECOND.plus(GRACE));
        assertThatExceptionOfType(AcquireTimeoutException.class).isThrownBy(first::get);
        journal.await("onDestroy ");

        Background<Lease> second = fixture.acquireInBackground();
        growSoon();

        Lease lease = second.get();
        assertThat(lease.number()).isEqualTo(TEN + 1);
        journal.await("validate ", TEN);
        ticker.advance(ONE_HANG);
        journal.await("onDestroy ", TEN);
        lease.release();
    }

    @Test
    void whereEachUseIsValidatedWhatHasPassedAsideIsValidatedOnceMore() throws Exception {
        open(config -> config.validateAfterIdle(Duration.ZERO));
        int before = journal.count("validate ");
        hang(number -> journal.count("validate ") == before + 1);
        Background<Lease> caller = fixture.acquireInBackground();
        journal.await("validate ", before + 1);

        ticker.advance(ONE_HANG);

        Lease lease = caller.get();
        assertThat(journal.entries("validate "))
                .as("when it was new, aside, and before its use")
                .filteredOn(("validate " + lease.number())::equals)
                .hasSize(3);
        lease.release();
    }

    /** It is quicker than another thread. */
    @Test
    void aValidationThatFailsAtOnceLeavesTheNextToItsCaller() throws Exception {
        DefaultResourcePool<Resource> pool = open(config -> config);
        Set<Thread> validators = ConcurrentHashMap.newKeySet();
        factory.onValidate =
                number -> {
                    validators.add(Thread.currentThread());
                    if (journal.count("validate ") < TEN) {
                        throw new IOException("connection reset");
                    }
                };

        Lease lease = Lease.of(pool.acquire());

        assertThat(validators).containsExactly(Thread.currentThread());
        lease.release();
    }

    @Test
    void aCallerWithoutTimeToWaitValidatesTheNextAsWell() throws Exception {
        DefaultResourcePool<Resource> pool = open(config -> config);

        assertValidatesAll(() -> Lease.of(pool.acquire(Duration.ZERO)));
    }

    /** Otherwise it would be refused beside nine good ones. */
    @Test
    void aCallerThatMayNotWaitValidatesItself() throws Exception {
        DefaultResourcePool<Resource> pool = open(config -> config.maxWaiting(0));

        assertValidatesAll(() -> Lease.of(pool.acquire()));
    }

    /** The first that it validates hangs. */
    private void assertValidatesAll(Callable<Lease> acquire) throws Exception {
        Set<Thread> validators = ConcurrentHashMap.newKeySet();
        hang(number -> journal.count("validate ") == 1);
        ScriptedFactory.Step hangs = factory.onValidate;
        factory.onValidate =
                number -> {
                    validators.add(Thread.currentThread());
                    hangs.run(number);
                };
        Background<Lease> caller = Background.start(acquire);
        journal.await("validate ");

        ticker.advance(ONE_HANG);

        caller.get().release();
        assertThat(validators).containsExactly(caller.thread());
    }

    @Test
    void aRoundOfKeepalivesWaitsForOneThatHangsAndNotForTheOthers() throws Exception {
        hang(ValidationAsideTest::isOneOfTheTen);
        DefaultResourcePool<Resource> pool = open(config -> config.keepaliveInterval(A_MINUTE));
        journal.await("validate ");
        assertThat(pool.snapshot().reserved()).isOne();

        ticker.advance(ONE_HANG);
        journal.await("validate ", TEN);
        ticker.advance(ONE_HANG);

        journal.await("onDestroy ", TEN);
        assertThat(pool.snapshot().total()).isZero();
    }
}
