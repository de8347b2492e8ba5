package io.sluice.jdbc.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.jdbc.tenant.TenantPlaces.Place;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How places of a tenant are taken and left. */
@Timeout(60)
class TenantPlacesTest {

    private static final long LONG = TimeUnit.MINUTES.toNanos(1);

    private static Place entered(TenantPlaces places, String tenant) throws InterruptedException {
        return Objects.requireNonNull(places.enter(tenant, 0));
    }

    /** Starts a thread that waits for a place; returns when it does. */
    private static Waiting waiting(TenantPlaces places, long nanos) {
        FutureTask<@Nullable Place> enter = new FutureTask<>(() -> places.enter("acme", nanos));
        Thread thread = new Thread(enter, "enters");
        thread.start();
        await("it waits").until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        return new Waiting(thread, enter);
    }

    private record Waiting(Thread thread, FutureTask<@Nullable Place> enter) {}

    @Test
    void aTenantHasItsMaximum() throws InterruptedException {
        TenantPlaces places = new TenantPlaces(2);
        Place first = entered(places, "acme");
        Place second = entered(places, "acme");
        assertThat(places.enter("acme", 0)).isNull();
        assertThat(places.enter("acme", 1)).isNull();
        entered(places, "umbrella");
        first.leave();
        entered(places, "acme");
        assertThat(places.enter("acme", 0)).isNull();
        second.leave();
        entered(places, "acme");
    }

    @Test
    void aPlaceThatIsLeftTwiceIsOnePlace() throws InterruptedException {
        TenantPlaces places = new TenantPlaces(1);
        Place place = entered(places, "acme");
        place.leave();
        place.leave();
        entered(places, "acme");
        place.leave();
        assertThat(places.enter("acme", 0)).isNull();
    }

    @Test
    void threadsThatWaitComeFirstAndInTheirOrder() throws Exception {
        TenantPlaces places = new TenantPlaces(1);
        Place place = entered(places, "acme");
        Waiting first = waiting(places, LONG);
        Waiting second = waiting(places, LONG);
        place.leave();
        place = Objects.requireNonNull(first.enter.get());
        assertThat(second.enter.isDone()).isFalse();
        place.leave();
        assertThat(second.enter.get()).isNotNull();
    }

    @Test
    void aThreadThatGivesUpIsInNoWay() throws Exception {
        TenantPlaces places = new TenantPlaces(1);
        Place place = entered(places, "acme");
        Waiting interrupted = waiting(places, LONG);
        Waiting next = waiting(places, LONG);
        interrupted.thread.interrupt();
        assertThatThrownBy(interrupted.enter::get)
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(InterruptedException.class);
        assertThat(places.enter("acme", 1)).as("it times out behind the others").isNull();
        place.leave();
        assertThat(next.enter.get()).isNotNull();
    }

    @Test
    void aTenantThatIsGoneTakesNoMemory() throws InterruptedException {
        TenantPlaces places = new TenantPlaces(1);
        Place acme = entered(places, "acme");
        assertThat(places.enter("acme", 0)).isNull();
        Place umbrella = entered(places, "umbrella");
        assertThat(places.tenants()).isEqualTo(2);
        umbrella.leave();
        acme.leave();
        assertThat(places.tenants()).isZero();
    }
}
