package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sluice.pool.ResourcePool;
import io.sluice.pool.internal.PoolFixture.Lease;
import io.sluice.pool.internal.ScriptedFactory.Resource;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How resources are validated before they are leased. */
class LeaseValidationTest {

    private static final Duration A_SECOND = Duration.ofSeconds(1);

    @RegisterExtension final PoolFixture fixture = new PoolFixture();

    private final HandDrivenTicker ticker = fixture.ticker;
    private final Journal journal = fixture.journal;
    private final ScriptedFactory factory = fixture.factory;

    private final ResourcePool<Resource> pool =
            fixture.open(config -> config.maxSize(1).validateAfterIdle(A_SECOND));

    private void useOnce() throws InterruptedException {
        fixture.acquire().release();
    }

    private int validations() {
        return journal.count("validate ");
    }

    @Test
    void isLeftOutForWhatWasUsedJustNow() throws Exception {
        for (int i = 0; i < 10; i++) {
            useOnce();
            ticker.advance(Duration.ofMillis(100));
        }

        assertThat(validations()).isZero();
    }

    @Test
    void isDoneOnTheAcquiringThreadForWhatWasIdle() throws Exception {
        useOnce();
        factory.onValidate = number -> journal.add("on " + Thread.currentThread().getName());
        // The last look at it may be a tick older than its last use.
        ticker.advance(A_SECOND);

        useOnce();

        assertThat(validations()).isOne();
        assertThat(journal.entries("on " + Thread.currentThread().getName())).hasSize(1);
    }

    @Test
    void isDoneAfterALongRestOfTheWholePool() throws Exception {
        useOnce();
        ticker.advance(Duration.ofHours(1));

        useOnce();
        useOnce();

        assertThat(validations()).isOne();
    }

    @Test
    void isDoneForWhatComesBackFromALongLeaseOnlyAfterItWasIdle() throws Exception {
        Lease lease = fixture.acquire();
        ticker.advance(Duration.ofHours(1));
        lease.release();

        useOnce();

        assertThat(validations()).isZero();
    }

    @Test
    void thatFailsDiscardsTheResourceAndAnotherServes() throws Exception {
        IllegalStateException gone = new IllegalStateException("server gone");
        factory.onValidate =
                number -> {
                    throw gone;
                };
        useOnce();
        ticker.advance(A_SECOND);

        Lease lease = fixture.acquire();

        assertThat(lease.number()).isEqualTo(2);
        lease.release();
        journal.await("onDestroy 1");
        assertThat(journal.entries("onDiscard")).containsExactly("onDiscard 1 INVALID");
        assertThat(fixture.discardCause).hasValue(gone);
    }

    @Test
    void thatIsInterruptedEndsTheAcquireAndDiscardsTheResource() throws Exception {
        factory.onValidate =
                number -> {
                    throw new InterruptedException("while validating");
                };
        // The next is never there in time to be taken instead.
        Gate gate = new Gate();
        factory.onCreate =
                number -> {
                    if (number > 1) {
                        gate.pass();
                    }
                };
        useOnce();
        ticker.advance(A_SECOND);

        assertThatExceptionOfType(InterruptedException.class).isThrownBy(fixture::acquire);

        gate.open();
        journal.await("onDestroy 1");
        assertThat(journal.entries("onDiscard")).containsExactly("onDiscard 1 INVALID");
    }

    @Test
    void isDoneBeforeTheNextUseOfEverythingThatIsSuspect() throws Exception {
        useOnce();

        pool.suspectAll();

        useOnce();
        assertThat(validations()).isOne();
        useOnce();
        assertThat(validations()).as("it passed").isOne();
    }

    @Test
    void isDoneAfterTheReleaseOfWhatWasInUseWhenItBecameSuspect() throws Exception {
        Lease lease = fixture.acquire();

        pool.suspectAll();
        lease.release();

        assertThat(validations()).isZero();
        useOnce();
        assertThat(validations()).isOne();
    }

    @Test
    void isNotDoneForWhatWasCreatedAfterTheSuspicion() throws Exception {
        pool.suspectAll();

        useOnce();
        useOnce();

        assertThat(validations()).isZero();
    }

    @Test
    void isAskedForOnceASecondAtMost() throws Exception {
        useOnce();
        pool.suspectAll();
        useOnce();

        ticker.advance(Duration.ofMillis(999));
        pool.suspectAll();
        useOnce();
        assertThat(validations()).as("within the second").isOne();

        ticker.advance(Duration.ofMillis(1));
        pool.suspectAll();
        useOnce();
        assertThat(validations()).isEqualTo(2);
    }

    /** A resource validated before the second suspicion may have been lost after it. */
    @Test
    void isDoneAtTheEndOfTheSecondWhenAllAreSuspectedAgainWithinIt() throws Exception {
        useOnce();
        pool.suspectAll();
        useOnce();
        ticker.advance(Duration.ofMillis(400));

        pool.suspectAll();
        pool.suspectAll();

        useOnce();
        ticker.advance(Duration.ofMillis(599));
        useOnce();
        assertThat(validations()).as("within the second").isOne();
        ticker.advance(Duration.ofMillis(1));
        useOnce();
        assertThat(validations()).isEqualTo(2);
        ticker.advance(Duration.ofMillis(600));
        useOnce();
        ticker.advance(Duration.ofMillis(600));
        useOnce();
        assertThat(validations()).as("once for both").isEqualTo(2);
    }

    @Test
    void isDoneAtTheEndOfTheSecondAlsoAfterOneThatWasDoneSo() throws Exception {
        useOnce();
        pool.suspectAll();
        ticker.advance(Duration.ofMillis(400));
        pool.suspectAll();
        ticker.advance(Duration.ofMillis(600));
        useOnce();
        ticker.advance(Duration.ofMillis(400));

        pool.suspectAll();

        useOnce();
        assertThat(validations()).as("within the second").isOne();
        ticker.advance(Duration.ofMillis(600));
        useOnce();
        assertThat(validations()).isEqualTo(2);
    }

    @Test
    void isDoneAtOnceWhenTheEndOfTheSecondCannotBeWaitedFor() throws Exception {
        useOnce();
        pool.suspectAll();
        useOnce();
        ticker.onSchedule = new InternalError("no alarm");

        pool.suspectAll();
        ticker.onSchedule = null;

        useOnce();
        assertThat(validations()).isEqualTo(2);
    }
}
