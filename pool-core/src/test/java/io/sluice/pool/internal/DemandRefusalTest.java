package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.pool.internal.ScriptedFactory.Resource;
import io.sluice.pool.internal.growth.Demand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of a resource that was created and that the factory does not accept after all. */
class DemandRefusalTest extends DemandFixture {

    @Test
    void backsOffLikewiseWhenTheFactoryAcceptsNothingThatItHasCreated() {
        pool.refusal = new IllegalStateException("not after all");
        pool.onRefused = permits::destroyed;
        Demand<Resource> demand = demand(1, 4);
        demand.check();
        List<Duration> waits = new ArrayList<>();
        for (int attempt = 1; attempt <= 20; attempt++) {
            runCreators();
            waits.add(ticker.advanceToNext());
        }

        assertThat(waits.subList(10, 20))
                .allMatch(wait -> wait.compareTo(Duration.ofMillis(250)) >= 0);
        assertThat(total()).isZero();
    }

    /** Destroying it gives its permit back, and each permit that comes back has demand checked. */
    @Test
    void beginsNothingBeforeTheRetryWhenWhatWasNotAcceptedIsDestroyedAtOnce() {
        pool.refusal = new IllegalStateException("not after all");
        Demand<Resource> demand = demand(0, 4);
        pool.onRefused =
                () -> {
                    permits.destroyed();
                    demand.check();
                };
        waiting(1);
        demand.check();
        assertThat(creators).hasSize(1);

        creators.remove().run();

        assertThat(pool.refused).hasSize(1);
        assertThat(creators).isEmpty();
        assertThat(ticker.pending()).as("the retry").isOne();
    }

    @Test
    void whatWasNotAcceptedCountsAsExistingUntilItIsDestroyed() {
        pool.refusal = new IllegalStateException("not after all");
        List<String> counts = new ArrayList<>();
        pool.onRefused = () -> counts.add(permits.toString());
        Demand<Resource> demand = demand(1, 4);

        demand.check();
        runCreators();

        assertThat(counts).containsExactly("CreationPermits[total 1, creating 0, max 6]");
    }

    @Test
    void whatWasNotAcceptedIsDestroyedEvenIfNoRetryCanBePlanned() {
        pool.refusal = new IllegalStateException("not after all");
        InternalError noAlarm = new InternalError("no alarm");
        factory.onCreate = number -> ticker.onSchedule = noAlarm;
        demand(1, 4).check();

        assertThatThrownBy(this::runCreators).isSameAs(noAlarm);

        assertThat(pool.refused).hasSize(1);
    }

    /** It accounts for the permit, and for the resource. */
    @Test
    void backsOffLikewiseWhenThePoolFailsToTakeWhatWasCreated() {
        InternalError failure = new InternalError("unforeseen");
        pool.onCreated =
                () -> {
                    throw failure;
                };
        Demand<Resource> demand = demand(0, 4);
        waiting(2);
        demand.check();

        creators.remove().run();

        assertThat(pool.failures).containsExactly(failure);
        assertThat(demand.lastFailure().cause()).isSameAs(failure);
        assertThat(ticker.pending()).as("the retry").isOne();
        assertThat(creating()).as("the other, which has not begun").isOne();
    }
}
