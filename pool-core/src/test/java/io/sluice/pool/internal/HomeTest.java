package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pool.internal.PoolFixture.Lease;
import io.sluice.pool.internal.holder.StateWord;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The short way of an acquire: the holder that the thread found last, its home. */
class HomeTest {

    @RegisterExtension final PoolFixture fixture = new PoolFixture();

    /** Opens a pool with so many resources, and gives the calling thread its home there. */
    private Lease home(int resources) throws InterruptedException {
        fixture.open(config -> config.maxSize(2));
        fixture.warmUp(resources);
        Lease found = fixture.acquire();
        found.release();
        return found;
    }

    @Test
    void theSameThreadFindsItThereAgain() throws Exception {
        Lease home = home(2);

        Lease again = fixture.acquire();

        assertThat(again.holder()).isSameAs(home.holder());
        assertThat(again.stamp()).as("another lease").isNotEqualTo(home.stamp());
        again.release();
    }

    @Test
    void aThreadThatMissesItFindsAnother() throws Exception {
        home(2);
        Lease first = fixture.acquire();

        Lease second = fixture.acquire();

        assertThat(second.holder()).isNotSameAs(first.holder());
        first.release();
        second.release();
    }

    @Test
    void aResourceThatWasIdleThereForLongIsValidated() throws Exception {
        Lease home = home(1);
        fixture.ticker.advance(Duration.ofMinutes(1));

        Lease again = fixture.acquire();

        assertThat(again.holder()).isSameAs(home.holder());
        assertThat(fixture.journal.entries("validate ")).containsExactly("validate 1");
        assertThat(again.holder().thread).isSameAs(Thread.currentThread());
        again.release();
    }

    @Test
    void aThreadThatFindsItThereAfterAnotherIsKnownToHaveIt() throws Exception {
        Lease home = home(1);
        Background.start(() -> fixture.acquire().release()).get();

        Lease again = fixture.acquire();

        assertThat(again.holder()).isSameAs(home.holder());
        assertThat(again.holder().thread).isSameAs(Thread.currentThread());
        assertThat(again.release()).isTrue();
    }

    /** Given back before the check, it could go to another thread, and this one would wait. */
    @Test
    void aHomeThatHasToBeCheckedStaysLeasedMeanwhile() throws Exception {
        Lease home = home(1);
        fixture.ticker.advance(Duration.ofMinutes(1));

        Lease again = fixture.acquire();

        assertThat(StateWord.serial(again.stamp()))
                .as("the next lease, not the one after it")
                .isEqualTo(StateWord.serial(home.stamp()) + 1);
        again.release();
    }
}
