package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.internal.PoolFixture.Lease;
import io.sluice.pool.spi.DiscardReason;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** New resources that fail their first validation, as with a wrong query. */
class FirstCheckTest {

    private static final Duration HALF_A_SECOND = Duration.ofMillis(500);

    /** Longer than the first pause; in a longer time the next attempt would be late as well. */
    private static final Duration TO_THE_RETRY = Duration.ofMillis(100);

    private static final IllegalStateException WRONG = new IllegalStateException("no such table");

    @RegisterExtension final PoolFixture fixture = new PoolFixture();

    private final HandDrivenTicker ticker = fixture.ticker;
    private final Journal journal = fixture.journal;
    private final ScriptedFactory factory = fixture.factory;

    private void openWithAWrongQuery() {
        factory.concernsOthers = failure -> false;
        factory.onValidate =
                number -> {
                    if (number == 1) { // its success cancels the retry of a failure before that
                        journal.await("onCreate 1");
                    }
                    throw WRONG;
                };
        fixture.open(
                config ->
                        config.maxSize(1)
                                .validateAfterIdle(Duration.ZERO)
                                .acquireTimeout(HALF_A_SECOND.multipliedBy(5)));
    }

    @Test
    void backOffAsFailuresToCreateDoAndAreTheCauseOfTheTimeout() throws Exception {
        openWithAWrongQuery();
        try (LogCapture log = LogCapture.start()) {
            Background<Lease> caller = fixture.acquireInBackground();
            for (int failures = 1; failures <= 5; failures++) {
                journal.await("onCreateFailure no such table", failures);
                ticker.advance(HALF_A_SECOND);
            }
            await("the caller, which may have been about to park, has given up")
                    .until(
                            () -> {
                                ticker.advance(Duration.ofMillis(1));
                                return caller.isDone();
                            });
            // The first pauses are shorter, then there are at most four attempts a second.
            assertThat(factory.attempts()).isBetween(6, 4 + 4 * 3);

            AcquireTimeoutException timeout =
                    catchThrowableOfType(AcquireTimeoutException.class, caller::get);
            assertThat(timeout)
                    .hasCause(WRONG)
                    .hasMessageContaining("the last attempt to create one failed")
                    .hasMessageContaining("no such table");
            log.await("cannot create");
            assertThat(log.messages())
                    .as("one line for the first connection, one for all that follow")
                    .filteredOn(message -> !message.contains("became available")) // of another test
                    .hasSize(2)
                    .anyMatch(message -> message.contains("is discarded: INVALID"));
        }
        assertThat(journal.entries("onDiscard")).allMatch(entry -> entry.endsWith(" INVALID"));
    }

    @Test
    void areValidatedBeforeTheyJoinUntilOneHasPassed() throws Exception {
        openWithAWrongQuery();
        Background<Lease> caller = fixture.acquireInBackground();
        journal.await("onCreateFailure no such table", 1);
        factory.onValidate = number -> {};

        ticker.advance(TO_THE_RETRY);
        Lease lease = caller.get();

        assertThat(lease.number()).isEqualTo(3);
        assertThat(journal.count("validate 3")).as("by its creator and by its caller").isEqualTo(2);
        lease.holder().reserve(lease.stamp());
        lease.holder().discard(DiscardReason.EVICTED, null);
        fixture.acquire().release();
        assertThat(journal.count("validate 4")).as("by its caller only").isOne();
    }

    /** It is replaced at once; if its server died, failures to connect slow that down. */
    @Test
    void areNotMistakenForAResourceThatHasServed() throws Exception {
        fixture.open(config -> config.maxSize(1).validateAfterIdle(Duration.ZERO));
        fixture.acquire().release();
        factory.onValidate =
                number -> {
                    if (number == 1) {
                        throw WRONG;
                    }
                };

        Lease lease = fixture.acquire();

        assertThat(lease.number()).isEqualTo(2);
        assertThat(journal.count("validate 2")).as("by its caller only").isOne();
        assertThat(journal.count("onCreateFailure")).isZero();
        lease.release();
    }

    /** Otherwise later callers are served before it, and it may wait in vain. */
    @Test
    void doNotCostACallerItsPlaceInLine() throws Exception {
        Gate second = new Gate();
        factory.onCreate =
                number -> {
                    if (number == 2) {
                        second.pass();
                    }
                };
        fixture.open(config -> config.maxSize(1).validateAfterIdle(Duration.ZERO));
        Lease lease = fixture.acquire();
        Background<Lease> first = Background.start(() -> Lease.of(fixture.pool().acquire()));
        ticker.awaitParked(1);
        Background<Lease> next = Background.start(() -> Lease.of(fixture.pool().acquire()));
        ticker.awaitParked(2);
        factory.onValidate =
                number -> {
                    if (number == 1) {
                        throw WRONG;
                    }
                };

        lease.release();
        second.awaitEntered();
        ticker.awaitParked(2); // the first again
        second.open();

        assertThat(first.get().number()).isEqualTo(2);
        assertThat(next.isDone()).isFalse();
        first.get().release();
        next.get().release();
    }
}
