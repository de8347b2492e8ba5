package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.pool.FlushMode;
import io.sluice.pool.PoolConfig;
import io.sluice.pool.PoolSnapshot;
import io.sluice.pool.internal.PoolFixture.Lease;
import io.sluice.pool.internal.ScriptedFactory.Resource;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.holder.StateWord;
import io.sluice.pool.spi.Holder;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The short way by itself: the resource that the calling thread found last, or nothing. */
class AcquireAtHomeTest {

    @RegisterExtension final PoolFixture fixture = new PoolFixture();

    private DefaultResourcePool<Resource> pool;

    /** A pool of one resource, which the calling thread has found before. */
    private ResourceHolder<Resource> home() throws InterruptedException {
        return home(config -> config);
    }

    private ResourceHolder<Resource> home(UnaryOperator<PoolConfig.Builder> settings)
            throws InterruptedException {
        pool = fixture.open(config -> settings.apply(config.maxSize(1)));
        Lease found = fixture.acquire();
        found.release();
        return found.holder();
    }

    @Test
    void givesWhatTheThreadFoundLast() throws Exception {
        ResourceHolder<Resource> home = home();
        long before = home.stamp();

        Holder<Resource> found = pool.tryAcquire();

        assertThat(found).isSameAs(home);
        assertThat(found.stamp()).as("another lease").isNotEqualTo(before);
        assertThat(pool.snapshot().accessible()).isEqualTo(1);
        assertThat(found.release(found.stamp())).isTrue();
        assertThat(pool.snapshot().available()).isEqualTo(1);
    }

    @Test
    void givesNothingToAThreadWithoutAHome() {
        pool = fixture.open(config -> config);

        assertThat(pool.tryAcquire()).isNull();

        assertThat(fixture.factory.attempts()).as("nor asks for growth").isZero();
    }

    @Test
    void givesNothingWhileThatIsOut() throws Exception {
        ResourceHolder<Resource> home = home();
        Lease out = fixture.acquire();

        assertThat(pool.tryAcquire()).isNull();

        assertThat(home.stamp()).isEqualTo(out.stamp());
        assertThat(out.release()).isTrue();
    }

    @Test
    void isKnownToHaveWhatAnotherThreadHadInTheMeantime() throws Exception {
        ResourceHolder<Resource> home = home();
        Background.start(() -> fixture.acquire().release()).get();

        Holder<Resource> found = pool.tryAcquire();

        assertThat(found).isSameAs(home);
        assertThat(home.thread).isSameAs(Thread.currentThread());
        found.release(found.stamp());
    }

    @Test
    void theLongWayKnowsItTooWhenAnotherThreadHadIt() throws Exception {
        ResourceHolder<Resource> home = home();
        Background.start(() -> fixture.acquire().release()).get();

        Lease found = fixture.acquire();

        assertThat(found.holder()).isSameAs(home);
        assertThat(home.thread).isSameAs(Thread.currentThread());
        assertThat(found.release()).isTrue();
    }

    @Test
    void leavesWhatWasIdleForLongToAcquireWhichValidatesIt() throws Exception {
        ResourceHolder<Resource> home = home();
        fixture.ticker.advance(Duration.ofMinutes(1));
        long seen = home.seen;

        assertThat(pool.tryAcquire()).isNull();

        long word = home.word;
        assertThat(pool.tryAcquire()).as("nor if asked again").isNull();
        assertThat(home.word).isEqualTo(word);
        assertThat(home.seen).as("not used").isEqualTo(seen);
        assertThat(pool.snapshot().available()).isEqualTo(1);
        assertThat(fixture.journal.entries("validate ")).isEmpty();
        Lease again = fixture.acquire();
        assertThat(again.holder()).isSameAs(home);
        assertThat(fixture.journal.entries("validate ")).containsExactly("validate 1");
        again.release();
        Holder<Resource> found = pool.tryAcquire();
        assertThat(found).as("at home again").isSameAs(home);
        found.release(found.stamp());
    }

    @Test
    void givesWhatItPutsBackToAWaiterThatCameMeanwhile() throws Exception {
        ResourceHolder<Resource> home = home();
        long last = home.stamp();
        assertThat(home.tryHome(last)).isZero();
        Background<Lease> waiter = fixture.acquireInBackground();
        fixture.ticker.awaitParked(1);

        home.takeBack(0, last);

        Lease served = waiter.get();
        assertThat(served.holder()).isSameAs(home);
        assertThat(served.release()).isTrue();
    }

    @Test
    void putsNothingBackThatWasFlushedMeanwhile() throws Exception {
        ResourceHolder<Resource> home = home();
        long last = home.stamp();
        assertThat(home.tryHome(last)).isZero();
        pool.flush(FlushMode.GRACEFUL);

        home.takeBack(0, last);

        fixture.journal.await("destroy 1");
        assertThat(pool.snapshot().available()).isZero();
    }

    @Test
    void holdsWhatItTakesBackWhileThePoolIsSuspended() throws Exception {
        ResourceHolder<Resource> home = home();
        long last = home.stamp();
        assertThat(home.tryHome(last)).isZero();
        pool.suspend();

        home.takeBack(0, last);

        assertThat(StateWord.has(home.word, StateWord.HELD)).isTrue();
        pool.resume();
        Lease again = fixture.acquire();
        assertThat(again.holder()).isSameAs(home);
        again.release();
    }

    @Test
    void letsAPoolCloseThatWaitsForIt() throws Exception {
        ResourceHolder<Resource> home = home();
        long last = home.stamp();
        assertThat(home.tryHome(last)).isZero();
        Background<PoolSnapshot> close = Background.start(() -> pool.close(Duration.ofMinutes(1)));
        await("the close has found it in use").until(home::isDoomed);

        home.takeBack(0, last);

        assertThat(close.get().total()).as("left at the end of the drain").isZero();
        fixture.journal.await("onDestroy 1"); // told when it is gone, which close() waits for
        assertThat(fixture.journal.entries("onDiscard "))
                .containsExactly("onDiscard 1 POOL_CLOSED");
    }

    @Test
    void takesNothingBackThatWasTakenAwayMeanwhile() throws Exception {
        ResourceHolder<Resource> home = home();
        long last = home.stamp();
        assertThat(home.tryHome(last)).isZero();
        pool.flush(FlushMode.IMMEDIATE);
        long taken = home.word;

        home.takeBack(0, last);

        assertThat(home.word).isIn(taken, StateWord.withState(taken, StateWord.CLOSED));
        fixture.journal.await("destroy 1");
    }

    @Test
    void putsNothingBackThatIsNotAtHome() throws Exception {
        ResourceHolder<Resource> home = home();
        long last = home.stamp();
        Lease out = fixture.acquire();
        long difference = home.tryHome(last);

        home.takeBack(difference, last);

        assertThat(out.release()).isTrue();
    }

    @Test
    void givesNothingWhileThePoolIsSuspended() throws Exception {
        home();
        pool.suspend();

        assertThat(pool.tryAcquire()).isNull();

        pool.resume();
        fixture.acquire().release();
    }

    @Test
    void givesNothingWhenThePoolIsClosed() throws Exception {
        home();
        pool.close();

        assertThat(pool.tryAcquire()).isNull();
    }

    @Test
    void isNoWayWhereEachIsValidated() throws Exception {
        ResourceHolder<Resource> home = home(config -> config.validateAfterIdle(Duration.ZERO));
        long word = home.word;

        assertThat(pool.tryAcquire()).isNull();

        assertThat(home.word).as("not even tried").isEqualTo(word);
    }

    @Test
    void isNoWayWhereLeaksAreLookedFor() throws Exception {
        ResourceHolder<Resource> home = home(config -> config.leakThreshold(Duration.ofMinutes(1)));
        long word = home.word;

        assertThat(pool.tryAcquire()).isNull();

        assertThat(home.word).as("not even tried").isEqualTo(word);
    }
}
