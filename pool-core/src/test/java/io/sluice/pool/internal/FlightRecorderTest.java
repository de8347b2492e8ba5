package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.sluice.pool.PoolConfig;
import io.sluice.pool.internal.PoolFixture.Lease;
import io.sluice.pool.internal.jfr.FlightRecorder;
import io.sluice.pool.internal.jfr.FlightRecorders;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.Holder;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a flight recording has of a pool. To start, stop and read one takes long if busy. */
@Timeout(300)
class FlightRecorderTest {

    private static final Duration A_SECOND = Duration.ofSeconds(1);

    @RegisterExtension final PoolFixture fixture = new PoolFixture();

    @TempDir Path directory;

    private List<RecordedEvent> eventsOf(Recording recording, String name) throws Exception {
        Path file = directory.resolve("recording.jfr");
        recording.stop();
        recording.dump(file);
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals(name))
                .toList();
    }

    private static Recording record(String name) {
        Recording recording = new Recording();
        recording.enable(name).withoutThreshold();
        recording.start();
        return recording;
    }

    @Test
    void aWaitIsRecordedWithWhetherItBroughtAResource() throws Exception {
        fixture.open(config -> config.maxSize(1).acquireTimeout(A_SECOND));
        try (Recording recording = record("io.sluice.Wait")) {
            Lease lease = fixture.acquire(); // waits for its creation
            Background<Lease> inVain = fixture.acquireInBackground();
            fixture.ticker.awaitParked(1);
            fixture.ticker.advance(A_SECOND);
            await("the end of the wait").until(inVain::isDone);
            Background<Lease> served = fixture.acquireInBackground();
            fixture.ticker.awaitParked(1);
            lease.release();
            served.get().release();
            fixture.acquire().release(); // does not wait

            assertThat(eventsOf(recording, "io.sluice.Wait"))
                    .extracting(
                            event -> event.getString("pool"), event -> event.getBoolean("acquired"))
                    .containsExactlyInAnyOrder(
                            tuple("orders", true), tuple("orders", false), tuple("orders", true));
        }
    }

    @Test
    void theWaitOfARequestIsRecordedAsWell() throws Exception {
        DefaultResourcePool<ScriptedFactory.Resource> pool =
                fixture.open(config -> config.maxSize(1));
        Lease lease = fixture.acquire();
        try (Recording recording = record("io.sluice.Wait")) {
            pool.acquireAsync(A_SECOND).cancel(true);
            CompletableFuture<?> late = pool.acquireAsync(A_SECOND);
            fixture.ticker.advance(A_SECOND);
            assertThat(late).failsWithin(Duration.ofSeconds(30));
            for (int i = 0; i < 3; i++) {
                CompletableFuture<Holder<ScriptedFactory.Resource>> served =
                        pool.acquireAsync(A_SECOND);
                lease.release();
                lease = Lease.of(served.get(30, TimeUnit.SECONDS));
            }
            lease.release();

            List<RecordedEvent> waits = eventsOf(recording, "io.sluice.Wait");
            assertThat(waits)
                    .extracting(event -> event.getBoolean("acquired"))
                    .containsExactlyInAnyOrder(false, false, true, true, true);
            assertThat(waits)
                    .extracting(event -> event.getString("caller"))
                    .allMatch(caller -> caller.startsWith(FlightRecorderTest.class.getName()));
        }
    }

    @Test
    void aWaitIsRecordedWithTheFrameBelowThoseOfThePool() throws Exception {
        fixture.open(config -> config.maxSize(1));
        try (Recording recording = record("io.sluice.Wait")) {
            fixture.acquire().release(); // waits for its creation

            assertThat(eventsOf(recording, "io.sluice.Wait"))
                    .extracting(event -> event.getString("caller"))
                    .singleElement()
                    .asString()
                    .matches("io\\.sluice\\.pool\\.internal\\.PoolFixture\\.acquire:\\d+");
        }
    }

    @Test
    void theStateOfAPoolIsRecordedPeriodicallyUntilItIsClosed() throws Exception {
        DefaultResourcePool<ScriptedFactory.Resource> pool =
                fixture.open(config -> config.minSize(1).maxSize(3));
        Lease lease = fixture.acquire();
        List<RecordedEvent> states = states();
        lease.release();

        assertThat(states).hasSize(1);
        RecordedEvent state = states.get(0);
        assertThat(state.getInt("total")).isOne();
        assertThat(state.getInt("accessible")).isOne();
        assertThat(state.getInt("minSize")).isOne();
        assertThat(state.getInt("maxSize")).isEqualTo(3);
        assertThat(state.getInt("waiting")).isZero();
        assertThat(state.getLong("acquired")).isOne();
        assertThat(state.getLong("created")).isOne();

        pool.close();

        assertThat(states()).isEmpty();
    }

    /** The states that are recorded at the begin of a recording. */
    private List<RecordedEvent> states() throws Exception {
        try (Recording recording = new Recording()) {
            recording.enable("io.sluice.State").with("period", "beginChunk");
            recording.start();
            return eventsOf(recording, "io.sluice.State").stream()
                    .filter(event -> event.getString("pool").equals("orders"))
                    .toList();
        }
    }

    @Test
    void theUseOfAResourceIsRecordedOnlyOnRequest() throws Exception {
        fixture.open(config -> config.maxSize(1).leakThreshold(Duration.ofHours(1)));
        fixture.warmUp(1); // each lease is timed, but nothing asks for it
        try (Recording recording = record("io.sluice.Use")) {
            fixture.ticker.advance(Duration.ofMillis(1)); // the clock tells leases apart
            Lease lease = fixture.acquire();
            fixture.ticker.advance(Duration.ofMillis(30));
            lease.release();

            assertThat(eventsOf(recording, "io.sluice.Use"))
                    .extracting(
                            event -> event.getString("pool"), event -> event.getDuration("held"))
                    .containsExactly(tuple("orders", Duration.ofMillis(30)));
        }
        try (Recording recording = new Recording()) {
            recording.start();
            fixture.ticker.advance(Duration.ofMillis(1));
            fixture.acquire().release();

            assertThat(eventsOf(recording, "io.sluice.Use")).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"io.sluice.Enlist", "io.sluice.Complete"})
    void aTransactionIsRecordedWithHowLongItTook(String name) throws Exception {
        FakeTransactions transactions = new FakeTransactions();
        fixture.open(config -> config.maxSize(1).transactions(transactions));
        try (Recording recording = record(name)) {
            FakeTransactions.FakeTransaction transaction = transactions.begin();
            fixture.acquire().release();
            transaction.end();

            assertThat(eventsOf(recording, name))
                    .extracting(
                            event -> event.getString("pool"),
                            event -> event.getString("resource"),
                            event -> event.getDuration().isZero())
                    .containsExactly(tuple("orders", "Resource[number=1]", false));
        }
    }

    @Test
    void aCreationIsRecordedWithTheTypeOfItsFailureButNotWithItsMessage() throws Exception {
        fixture.factory.onCreate =
                number -> {
                    if (number == 1) {
                        throw new IllegalStateException("password s3cret refused");
                    }
                };
        try (Recording recording = record("io.sluice.Create")) {
            fixture.open(config -> config.minSize(1).maxSize(1));
            fixture.journal.await("onCreateFailure");
            fixture.ticker.advance(Duration.ofMillis(100)); // in a longer time it may be late
            fixture.journal.await("onCreate 2");

            List<RecordedEvent> events = eventsOf(recording, "io.sluice.Create");
            assertThat(events)
                    .extracting(
                            event -> event.getString("pool"), event -> event.getString("failure"))
                    .containsExactlyInAnyOrder(
                            tuple("orders", "java.lang.IllegalStateException"),
                            tuple("orders", null));
            assertThat(events.toString()).doesNotContain("s3cret");
        }
    }

    @Test
    void aDiscardIsRecordedWithItsReasonAndTheTypeOfItsCause() throws Exception {
        fixture.open(config -> config.maxSize(1));
        Lease lease = fixture.acquire();
        try (Recording recording = record("io.sluice.Discard")) {
            lease.holder().reserve(lease.stamp());
            lease.holder().discard(DiscardReason.BROKEN, new IllegalStateException("s3cret"));
            fixture.journal.await("onDestroy 1");

            List<RecordedEvent> events = eventsOf(recording, "io.sluice.Discard");
            assertThat(events)
                    .extracting(
                            event -> event.getString("pool"),
                            event -> event.getString("resource"),
                            event -> event.getString("reason"),
                            event -> event.getString("cause"))
                    .containsExactly(
                            tuple(
                                    "orders",
                                    "Resource[number=1]",
                                    "BROKEN",
                                    "java.lang.IllegalStateException"));
            assertThat(events.toString()).doesNotContain("s3cret");
        }
    }

    @Test
    void aLeakIsRecordedWithItsThreadAndAcquireSite() throws Exception {
        fixture.open(config -> config.maxSize(1).leakThreshold(A_SECOND));
        Lease lease = fixture.acquire();
        try (Recording recording = record("io.sluice.Leak")) {
            fixture.ticker.advance(A_SECOND);
            fixture.journal.await("onLeak 1");

            List<RecordedEvent> events = eventsOf(recording, "io.sluice.Leak");
            assertThat(events)
                    .extracting(event -> event.getString("pool"), event -> event.getString("lease"))
                    .containsExactly(
                            tuple("orders", "acquired by " + Thread.currentThread().getName()));
            assertThat(events.get(0).getString("site"))
                    .contains(
                            ".aLeakIsRecordedWithItsThreadAndAcquireSite(FlightRecorderTest.java:");
        }
        lease.release();
    }

    @Test
    void nothingIsBegunWhileNobodyRecords() {
        FlightRecorder recorder = FlightRecorders.of("orders");

        assertThat(recorder.waitBegins()).isNull();
        assertThat(recorder.createBegins()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--limit-modules=java.base,java.transaction.xa", "-XX:-FlightRecorder"})
    void aPoolWorksWithoutTheRecorder(String option) throws Exception {
        assertThat(run(option, WithoutFlightRecorder.class, "")).endsWith("served without it");
    }

    @Test
    void aPoolWaitsForTheFirstRecordingOfTheProcess() throws Exception {
        Path file = directory.resolve("late.jfr");
        assertThat(run("-Xshare:auto", LateFlightRecorder.class, file.toString()))
                .endsWith("recorded");
        assertThat(RecordingFile.readAllEvents(file))
                .filteredOn(event -> event.getEventType().getName().startsWith("io.sluice."))
                .extracting(
                        event -> event.getEventType().getName(), event -> event.getString("pool"))
                .contains(tuple("io.sluice.Wait", "late"), tuple("io.sluice.State", "late"));
    }

    /** Runs a program that must succeed, and returns what it prints. */
    private static String run(String option, Class<?> program, String argument) throws Exception {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                option,
                                "-cp",
                                originOf(PoolConfig.class) + File.pathSeparator + originOf(program),
                                program.getName(),
                                argument)
                        .redirectErrorStream(true)
                        .start();
        try {
            String output =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as(output).isZero();
            return output.strip();
        } finally {
            process.destroyForcibly();
        }
    }

    private static Path originOf(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }
}
