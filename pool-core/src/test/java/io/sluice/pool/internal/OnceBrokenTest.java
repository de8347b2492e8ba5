package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.sluice.pool.internal.FakeTransactions.FakeTransaction;
import io.sluice.pool.internal.PoolFixture.Lease;
import io.sluice.pool.internal.ScriptedFactory.Resource;
import io.sluice.pool.internal.upkeep.FitnessCheck;
import io.sluice.pool.spi.DiscardReason;
import java.time.Duration;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Repaired defects that span several classes of the core. */
class OnceBrokenTest {

    private static final Duration A_MINUTE = Duration.ofMinutes(1);
    private static final Duration A_SECOND = Duration.ofSeconds(1);

    @RegisterExtension final PoolFixture fixture = new PoolFixture();

    @Test
    void aLeakOfAnExpiredResourceIsReportedAsWell() throws Exception {
        fixture.open(
                config ->
                        config.maxSize(1)
                                .maxLifetime(A_MINUTE)
                                .lifetimeJitter(0)
                                .leakThreshold(A_MINUTE.multipliedBy(2)));
        Lease lease = fixture.acquire();

        fixture.ticker.advance(A_MINUTE.multipliedBy(10));

        try {
            fixture.journal.await("onLeak 1");
        } finally {
            lease.release();
        }
    }

    @Test
    void aLeakIsReportedAlsoOfADoomedResource() throws Exception {
        fixture.open(config -> config.maxSize(1).leakThreshold(A_MINUTE));
        Lease lease = fixture.acquire();
        lease.holder().doom(DiscardReason.BROKEN, null);

        fixture.ticker.advance(A_MINUTE.multipliedBy(10));

        try {
            fixture.journal.await("onLeak 1");
        } finally {
            lease.release();
        }
    }

    @Test
    void aTransactionThatKeepsNothingForUsDoesNotKeepTheHolderEither() throws Exception {
        FakeTransactions transactions = new FakeTransactions();
        DefaultResourcePool<Resource> pool =
                fixture.open(config -> config.maxSize(1).transactions(transactions));
        FakeTransaction transaction = transactions.begin();
        // Timed out between the enlistment and this: the manager refuses to keep anything.
        transaction.onPut =
                () -> {
                    throw new IllegalStateException("the transaction is not active");
                };

        assertThatExceptionOfType(RuntimeException.class).isThrownBy(fixture::acquire);
        transaction.end();

        assertThat(pool.snapshot().accessible()).isZero();
    }

    @Test
    void withoutWaitingAnUnfitResourceIsNoReasonToMissAnotherThatIsAvailable() throws Exception {
        DefaultResourcePool<Resource> pool =
                fixture.open(config -> config.maxSize(2).validateAfterIdle(A_SECOND));
        fixture.warmUp(2);
        fixture.ticker.advance(A_MINUTE);
        fixture.factory.onValidate =
                number -> {
                    if (fixture.journal.count("validate ") == 1) {
                        throw new IllegalStateException("server gone");
                    }
                };

        Lease.of(pool.acquire(Duration.ZERO)).release();
    }

    @Test
    void afterAKeepaliveThePoolSleepsUntilTheNextIsDue() throws Exception {
        fixture.open(config -> config.maxSize(1).keepaliveInterval(A_MINUTE));
        fixture.warmUp(1);
        fixture.ticker.advance(A_MINUTE);
        fixture.journal.await("validate 1");
        fixture.awaitAvailable(1);
        await("the end of the round").until(() -> !isUnderWay(FitnessCheck.class));

        assertThat(fixture.ticker.untilNext()).isEqualTo(A_MINUTE);
    }

    /** Whether a thread is inside a method of this class. */
    private static boolean isUnderWay(Class<?> type) {
        return Thread.getAllStackTraces().values().stream()
                .flatMap(Stream::of)
                .anyMatch(frame -> frame.getClassName().equals(type.getName()));
    }

    @Test
    void aLogThatFailsDoesNotKeepACloseFromTakingLeasesAway() throws Exception {
        DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(1));
        fixture.acquire();
        Logger logger = Logger.getLogger("io.sluice.pool");
        logger.setFilter(
                record -> {
                    throw new IllegalStateException("the log failed");
                });
        fixture.ticker.runFree();
        try {
            pool.close(Duration.ZERO);
        } finally {
            logger.setFilter(null);
        }

        fixture.journal.await("abort 1");
        fixture.journal.await("destroy 1");
    }

    /** Its creation is from before the outage, and ends at the very time of a tick after it. */
    @Test
    void whatWasBegunBeforeAnOutageIsValidatedWhateverTheClockSays() throws Exception {
        Gate gate = new Gate();
        fixture.factory.onCreate =
                number -> {
                    if (number == 2) {
                        gate.pass();
                    }
                };
        DefaultResourcePool<Resource> pool =
                fixture.open(config -> config.minSize(2).maxSize(2).validateAfterIdle(A_SECOND));
        gate.awaitEntered();
        fixture.acquire().release(); // and the epoch ticks
        pool.suspectAll();
        fixture.ticker.advance(A_SECOND.dividedBy(4));
        gate.open();
        fixture.journal.await("onCreate 2");

        Lease one = Lease.of(pool.acquire());
        Lease other = Lease.of(pool.acquire());

        assertThat(fixture.journal.entries("validate")).contains("validate 1", "validate 2");
        one.release();
        other.release();
    }

    @Test
    void reservedToAccessibleWinsOnReservedOnly() throws Exception {
        fixture.open(config -> config.maxSize(1));
        Lease lease = fixture.acquire();

        boolean stolen = lease.holder().reservedToAccessible();

        assertThat(stolen).isFalse();
        lease.release();
    }
}
