package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.PoolConfig;
import io.sluice.pool.internal.PoolFixture.Lease;
import io.sluice.pool.internal.upkeep.Validation;
import java.io.IOException;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** If a validation finds a resource lost, the others may be lost too and are validated. */
class SuspicionTest {

    private static final Duration A_SECOND = Duration.ofSeconds(1);
    private static final Duration A_MINUTE = Duration.ofMinutes(1);
    private static final Duration FIVE_SECONDS = Duration.ofSeconds(5);
    private static final Duration GRACE = Duration.ofNanos(Validation.GRACE_NANOS);

    @RegisterExtension final PoolFixture fixture = new PoolFixture();

    private final HandDrivenTicker ticker = fixture.ticker;
    private final Journal journal = fixture.journal;
    private final ScriptedFactory factory = fixture.factory;
    private final Gate gate = new Gate();

    /** The second resource; it is in use while the first is found lost. */
    private Lease other;

    /** Opens a pool of three and leaves the first of two resources idle for a minute. */
    private void open(UnaryOperator<PoolConfig.Builder> settings) throws Exception {
        fixture.open(config -> settings.apply(config.maxSize(3).validateAfterIdle(A_MINUTE)));
        Lease first = fixture.acquire();
        other = fixture.acquire();
        first.release();
        ticker.advance(A_MINUTE.plus(A_SECOND));
    }

    private void loseTheFirst(Exception failure) {
        factory.onValidate =
                number -> {
                    if (number == 1) {
                        throw failure;
                    }
                };
    }

    private void freezeTheFirst() {
        factory.onValidate =
                number -> {
                    if (number == 1) {
                        gate.pass();
                        throw new IOException("connection reset");
                    }
                };
    }

    /** Whether the other is validated before it is used again. */
    private boolean isOtherSuspect() throws Exception {
        other.release();
        Lease again = fixture.acquire();
        while (again.number() != 2) {
            Lease next = fixture.acquire();
            again.release();
            again = next;
        }
        again.release();
        return journal.count("validate 2") == 1;
    }

    @Test
    void isRaisedByWhatIsFoundLostBeforeItsUse() throws Exception {
        open(config -> config);
        loseTheFirst(new IOException("connection reset"));

        Lease replaced = fixture.acquire();

        assertThat(replaced.number()).isEqualTo(3);
        assertThat(isOtherSuspect()).isTrue();
        replaced.release();
    }

    @Test
    void isRaisedByWhatIsFoundLostInTheBackground() throws Exception {
        loseTheFirst(new IOException("connection reset"));
        open(config -> config.keepaliveInterval(A_MINUTE).validateAfterIdle(Duration.ofHours(1)));
        journal.await("onDestroy 1");

        assertThat(isOtherSuspect()).isTrue();
    }

    @Test
    void isRaisedByWhatIsFoundLostInTheLastMomentsOfItsCaller() throws Exception {
        open(config -> config.acquireTimeout(A_SECOND));
        loseTheFirst(new IOException("connection reset"));

        fixture.acquire().release();

        assertThat(isOtherSuspect()).isTrue();
    }

    @Test
    void isRaisedByWhatDoesNotAnswerForAsLongAsItMay() throws Exception {
        open(config -> config);
        freezeTheFirst();
        Background<Lease> caller = fixture.acquireInBackground();
        gate.awaitEntered();

        ticker.advance(FIVE_SECONDS.plus(GRACE));
        gate.open();

        caller.get().release();
        assertThat(isOtherSuspect()).isTrue();
    }

    /** Whatever error a driver reports a time-out with. */
    @Test
    void isRaisedByWhatGivesUpItselfAfterAsLongAsItMay() throws Exception {
        factory.concernsOthers = failure -> false;
        open(config -> config);
        freezeTheFirst();
        Background<Lease> caller = fixture.acquireInBackground();
        gate.awaitEntered();

        ticker.advance(FIVE_SECONDS);
        gate.open();

        caller.get().release();
        assertThat(isOtherSuspect()).isTrue();
    }

    @Test
    void isNotRaisedByWhatOnlyRanOutOfItsCallersTime() throws Exception {
        open(config -> config.acquireTimeout(A_SECOND));
        freezeTheFirst();
        Background<Lease> caller = fixture.acquireInBackground();
        gate.awaitEntered();

        ticker.advance(A_SECOND.plus(GRACE));
        gate.open();

        assertThatExceptionOfType(AcquireTimeoutException.class).isThrownBy(caller::get);
        assertThat(isOtherSuspect()).isFalse();
    }

    @Test
    void isNotRaisedByWhatGaveUpItselfWhenItsCallersTimeWasOver() throws Exception {
        open(config -> config.acquireTimeout(A_SECOND));
        freezeTheFirst();
        Background<Lease> caller = fixture.acquireInBackground();
        gate.awaitEntered();

        ticker.advance(A_SECOND);
        gate.open();

        assertThatExceptionOfType(AcquireTimeoutException.class).isThrownBy(caller::get);
        assertThat(isOtherSuspect()).isFalse();
    }

    @Test
    void isNotRaisedByAnInterrupt() throws Exception {
        open(config -> config);
        // A caller that finds the new one before it waits has it, interrupted or not.
        factory.onCreate = number -> gate.pass();
        loseTheFirst(new InterruptedException("while validating"));
        Background<Lease> caller = fixture.acquireInBackground();

        assertThatExceptionOfType(InterruptedException.class).isThrownBy(caller::get);
        gate.open();

        assertThat(isOtherSuspect()).isFalse();
    }

    @Test
    void isNotRaisedByAFailureThatSaysNothingOfOthers() throws Exception {
        factory.concernsOthers = failure -> !failure.getMessage().equals("no such table");
        open(config -> config);
        loseTheFirst(new IOException("no such table"));

        fixture.acquire().release();

        assertThat(isOtherSuspect()).isFalse();
    }

    @Test
    void isRaisedInCaseOfDoubt() throws Exception {
        IllegalStateException doubt = new IllegalStateException("no idea");
        factory.concernsOthers =
                failure -> {
                    throw doubt;
                };
        open(config -> config);
        loseTheFirst(new IOException("connection reset"));

        fixture.acquire().release();

        assertThat(isOtherSuspect()).isTrue();
        journal.await("onDiscard 1");
        assertThat(fixture.discardCause.get())
                .hasMessage("connection reset")
                .hasSuppressedException(doubt);
    }
}
