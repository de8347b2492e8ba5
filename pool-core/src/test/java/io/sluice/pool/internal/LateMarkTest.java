package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.pool.AcquireTimeoutException;
import io.sluice.pool.internal.FakeTransactions.FakeTransaction;
import io.sluice.pool.internal.PoolFixture.Lease;
import io.sluice.pool.internal.ScriptedFactory.Resource;
import io.sluice.pool.internal.holder.StateWord;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A thread that comes late to the end of its stack hides no later lease that was abandoned. */
class LateMarkTest {

    private static final Duration A_SECOND = Duration.ofSeconds(1);
    private static final Duration A_TICK = Duration.ofMillis(250);
    private static final Duration A_HANG = Duration.ofMillis(200);

    @RegisterExtension final PoolFixture fixture = new PoolFixture();

    private final HandDrivenTicker ticker = fixture.ticker;
    private final ScriptedFactory factory = fixture.factory;

    /** The home was unfit, and another thread has it, when the first one finds the end. */
    @Test
    void aThreadMarksNoLeaseOfItsHomeThatIsOver() throws Exception {
        DefaultResourcePool<Resource> pool =
                fixture.open(config -> config.maxSize(2).validateAfterIdle(A_SECOND));
        fixture.warmUp(2);
        ticker.advance(Duration.ofMinutes(1));
        Lease home = Lease.of(pool.acquire());
        Gate creation = new Gate();
        factory.onCreate = number -> creation.pass(); // no third one arrives meanwhile
        failOneAfterAHang(pool);
        assertThat(home.release()).isTrue();
        StackOverflowError end = new StackOverflowError("on purpose");
        Thread first = Thread.currentThread();
        ticker.onRead =
                () -> {
                    if (Thread.currentThread() == first && isOver(home)) {
                        ticker.onRead = () -> {};
                        fixture.awaitAvailable(1); // it is validated on another thread
                        abandonOnAnotherThread(pool, home);
                        throw end;
                    }
                };

        assertThatThrownBy(() -> pool.acquire(A_SECOND)).isSameAs(end);

        ticker.advance(A_SECOND);
        fixture.awaitAvailable(1);
        creation.open();
    }

    @Test
    void aThreadMarksTheLeaseOfItsHomeThatItCannotCheck() throws Exception {
        DefaultResourcePool<Resource> pool = fixture.open(config -> config.maxSize(1));
        fixture.warmUp(1);
        ticker.advance(A_TICK);
        StackOverflowError end = new StackOverflowError("on purpose");
        ticker.onRead =
                () -> {
                    ticker.onRead = () -> {};
                    throw end;
                };

        assertThatThrownBy(pool::acquire).isSameAs(end);

        assertThat(pool.snapshot().accessible()).isOne();
        ticker.advance(A_TICK);
        fixture.awaitAvailable(1);
    }

    /** Its transaction is over, and another thread has the resource, when it finds the end. */
    @Test
    void aThreadMarksNoLeaseThatItsTransactionHasEnded() throws Exception {
        FakeTransactions transactions = new FakeTransactions();
        DefaultResourcePool<Resource> pool =
                fixture.open(config -> config.maxSize(1).transactions(transactions));
        Lease before = fixture.acquire();
        before.release();
        FakeTransaction transaction = transactions.begin();
        StackOverflowError end = new StackOverflowError("on purpose");
        IllegalStateException why =
                new IllegalStateException() {

                    private static final long serialVersionUID = 1L;

                    @Override
                    public String getMessage() {
                        transaction.end();
                        abandonOnAnotherThread(pool, before);
                        throw end;
                    }
                };
        transaction.onPut =
                () -> {
                    throw why;
                };

        assertThatThrownBy(pool::acquire).isSameAs(end);

        transactions.suspend();
        ticker.advance(A_SECOND);
        fixture.awaitAvailable(1);
    }

    /** Then others are validated on threads of the pool. */
    private void failOneAfterAHang(DefaultResourcePool<Resource> pool) throws Exception {
        Gate gate = new Gate();
        factory.onValidate =
                number -> {
                    gate.pass();
                    throw new IOException("connection aborted");
                };
        Background<Lease> hangs = Background.start(() -> Lease.of(pool.acquire(Duration.ZERO)));
        gate.awaitEntered();
        ticker.advance(A_HANG);
        gate.open();
        assertThatExceptionOfType(AcquireTimeoutException.class).isThrownBy(hangs::get);
        factory.onValidate = number -> {};
    }

    /** Whether the lease that came after this one is over, too. */
    private static boolean isOver(Lease before) {
        long word = before.holder().word;
        return StateWord.serial(word) == StateWord.serial(before.stamp()) + 1
                && !StateWord.is(word, StateWord.ACCESSIBLE);
    }

    private static void abandonOnAnotherThread(DefaultResourcePool<Resource> pool, Lease home) {
        Background<Lease> other =
                Background.start(
                        () -> {
                            Lease later = Lease.of(pool.acquire(Duration.ZERO));
                            later.holder().abandoned = later.stamp();
                            return later;
                        });
        await("a lease on another thread").until(other::isDone);
        try {
            assertThat(other.get().holder()).isSameAs(home.holder());
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
