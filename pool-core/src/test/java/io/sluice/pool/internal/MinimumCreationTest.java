package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sluice.pool.PoolClosedException;
import io.sluice.pool.ResourceCreationException;
import io.sluice.pool.internal.ScriptedFactory.Resource;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The minimum of a pool, created before the first acquire. */
class MinimumCreationTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** Longer than the first pause; in a longer time the next attempt would be late as well. */
    private static final Duration TO_THE_RETRY = Duration.ofMillis(100);

    @RegisterExtension final PoolFixture fixture = new PoolFixture();

    private final Journal journal = fixture.journal;
    private final Gate connecting = new Gate();

    private DefaultResourcePool<Resource> pool(int minSize) {
        return fixture.open(config -> config.minSize(minSize).maxSize(4));
    }

    private Background<Boolean> createMinimum(DefaultResourcePool<Resource> pool) {
        return Background.start(() -> pool.createMinimum(LIMIT));
    }

    /** All but the first hang until the gate opens. */
    private void onlyTheFirstConnects() {
        fixture.factory.onCreate =
                number -> {
                    if (number > 1) {
                        connecting.pass();
                    }
                };
    }

    @Test
    void isCreatedInParallel() throws Exception {
        fixture.factory.onCreate = number -> connecting.pass();
        Background<Boolean> minimum = createMinimum(pool(3));

        journal.await("create", 3);
        minimum.awaitBlocked();
        connecting.open();

        assertThat(minimum.get()).isTrue();
        assertThat(fixture.pool().snapshot().total()).isEqualTo(3);
        assertThat(fixture.ticker.hasAlarmIn(LIMIT)).as("left on the clock").isFalse();
    }

    @Test
    void ofZeroIsTheFirstResource() throws Exception {
        assertThat(createMinimum(pool(0)).get()).isTrue();
        assertThat(fixture.pool().snapshot().total()).isOne();
    }

    @Test
    void isWaitedForUntilTheLimit() throws Exception {
        Background<Boolean> minimum = waitsForTheSecond();

        fixture.ticker.advance(LIMIT);

        assertThat(minimum.get()).isFalse();
        connecting.open();
        journal.await("onCreate", 2);
    }

    @Test
    void isTriedAgainAfterAFailure() throws Exception {
        fixture.factory.onCreate =
                number -> {
                    if (number == 2) {
                        journal.await("onCreate 1"); // else the caller may be told the failure
                        throw new IllegalStateException("refused");
                    }
                };
        Background<Boolean> minimum = createMinimum(pool(2));
        journal.await("onCreateFailure");
        fixture.ticker.awaitAlarmIn(LIMIT);

        fixture.ticker.advance(TO_THE_RETRY);

        assertThat(minimum.get()).isTrue();
    }

    @Test
    void failsWithTheFirstResource() {
        fixture.factory.onCreate =
                number -> {
                    connecting.pass();
                    throw new IllegalStateException("refused");
                };
        Background<Boolean> minimum = createMinimum(pool(2));
        minimum.awaitBlocked();
        connecting.open();

        assertThatExceptionOfType(ResourceCreationException.class)
                .isThrownBy(minimum::get)
                .withMessageContaining("refused");
    }

    @Test
    void isNotWaitedForInASuspendedPool() throws Exception {
        Background<Boolean> minimum = waitsForTheSecond();

        fixture.pool().suspend();

        assertThat(minimum.get()).isFalse();
        connecting.open();
    }

    @Test
    void isNotWaitedForInAClosedPool() throws Exception {
        Background<Boolean> minimum = waitsForTheSecond();

        fixture.pool().close(Duration.ZERO);

        assertThat(minimum.get()).isFalse();
        connecting.open();
        assertThatExceptionOfType(PoolClosedException.class)
                .isThrownBy(() -> fixture.pool().createMinimum(LIMIT));
    }

    private Background<Boolean> waitsForTheSecond() {
        onlyTheFirstConnects();
        Background<Boolean> minimum = createMinimum(pool(2));
        fixture.ticker.awaitAlarmIn(LIMIT);
        return minimum;
    }
}
