package io.sluice.pool.internal;

import static io.sluice.pool.internal.ClassLoaderLeakTest.isCollected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.pool.internal.base.CreatorThreads;
import io.sluice.pool.internal.base.PreparedAlarm;
import io.sluice.pool.internal.base.SystemTicker;
import io.sluice.pool.spi.Ticker;
import java.io.File;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SystemTickerTest {

    private static final long AT_ONCE = 0;

    private final Ticker ticker = SystemTicker.INSTANCE;
    private final BlockingQueue<String> ran = new LinkedBlockingQueue<>();
    private boolean open;

    @BeforeEach
    void openForOnePool() {
        ticker.open();
        open = true;
    }

    @AfterEach
    void closeForOnePool() {
        if (open) {
            ticker.close();
        }
    }

    private String next() throws InterruptedException {
        return ran.poll(30, TimeUnit.SECONDS);
    }

    /** Keeps the timer busy until the gate is opened. */
    private Gate block() throws Exception {
        Gate gate = new Gate();
        ticker.schedule(
                () -> {
                    try {
                        gate.pass();
                    } catch (Exception e) {
                        ran.add("the gate failed: " + e);
                    }
                },
                AT_ONCE);
        gate.awaitEntered();
        return gate;
    }

    private Thread timerThread() throws Exception {
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        ticker.schedule(() -> thread.complete(Thread.currentThread()), AT_ONCE);
        return thread.get(30, TimeUnit.SECONDS);
    }

    @Test
    void anAlarmRunsWhenItsTimeHasComeAndNotEarlier() throws Exception {
        long delay = Duration.ofMillis(20).toNanos();
        CompletableFuture<Long> ranAt = new CompletableFuture<>();
        long before = ticker.nanos();

        ticker.schedule(() -> ranAt.complete(ticker.nanos()), delay);

        assertThat(ranAt.get(30, TimeUnit.SECONDS) - before).isGreaterThanOrEqualTo(delay);
    }

    @Test
    void alarmsRunInTheOrderInWhichTheyAreDue() throws Exception {
        long gap = Duration.ofMillis(20).toNanos();
        Gate gate = block();
        List<Ticker.Alarm> alarms = new ArrayList<>();
        long began;
        do { // again, should scheduling have taken so long that they are due in another order
            alarms.forEach(Ticker.Alarm::cancel);
            began = ticker.nanos();
            alarms.add(ticker.schedule(() -> ran.add("third"), 2 * gap));
            alarms.add(ticker.schedule(() -> ran.add("first"), AT_ONCE));
            alarms.add(ticker.schedule(() -> ran.add("second"), gap));
        } while (ticker.nanos() - began >= gap);
        gate.open();

        assertThat(next()).isEqualTo("first");
        assertThat(next()).isEqualTo("second");
        assertThat(next()).isEqualTo("third");
    }

    @Test
    void aNegativeDelayMeansAtOnce() throws Exception {
        Gate gate = block();
        ticker.schedule(() -> ran.add("at once"), AT_ONCE);
        ticker.schedule(() -> ran.add("negative"), Long.MIN_VALUE);
        gate.open();

        assertThat(next()).isEqualTo("at once");
        assertThat(next()).isEqualTo("negative");
    }

    @Test
    void anEarlierAlarmIsNotHeldUpByALaterOne() throws Exception {
        Ticker.Alarm later = ticker.schedule(() -> ran.add("later"), Long.MAX_VALUE);

        ticker.schedule(() -> ran.add("earlier"), AT_ONCE);

        assertThat(next()).isEqualTo("earlier");
        later.cancel();
    }

    @Test
    void aCancelledAlarmDoesNotRun() throws Exception {
        Gate gate = block();
        Ticker.Alarm alarm = ticker.schedule(() -> ran.add("cancelled"), AT_ONCE);
        ticker.schedule(() -> ran.add("last"), AT_ONCE);

        alarm.cancel();
        gate.open();

        assertThat(next()).isEqualTo("last");
        assertThat(ran).isEmpty();
    }

    @Test
    void cancellingWhatHasRunDoesNothing() throws Exception {
        Ticker.Alarm alarm = ticker.schedule(() -> ran.add("ran"), AT_ONCE);
        assertThat(next()).isEqualTo("ran");

        alarm.cancel();
        alarm.cancel();

        ticker.schedule(() -> ran.add("goes on"), AT_ONCE);
        assertThat(next()).isEqualTo("goes on");
    }

    @Test
    void anAlarmThatThrowsDoesNotStopTheNext() throws Exception {
        Thread before = timerThread();
        IllegalStateException failure = new IllegalStateException("on purpose");
        LogCapture log = LogCapture.start();
        try {
            ticker.schedule(
                    () -> {
                        throw failure;
                    },
                    AT_ONCE);
            ticker.schedule(() -> ran.add("next"), AT_ONCE);

            assertThat(next()).isEqualTo("next");
        } finally {
            log.close();
        }
        assertThat(timerThread()).isSameAs(before);
        assertThat(log.await(1)).extracting(LogRecord::getThrown).containsExactly(failure);
    }

    @Test
    void anInterruptDoesNotStopTheTimer() throws Exception {
        Thread timer = timerThread();

        timer.interrupt();

        assertThat(timerThread()).isSameAs(timer);
        ticker.schedule(() -> ran.add("interrupted " + Thread.interrupted()), AT_ONCE);
        assertThat(next()).as("cleared, for the tests to come").startsWith("interrupted");
    }

    @Test
    void aBlockedLogOfAnInterruptBlocksNoScheduling() throws Exception {
        Thread timer = timerThread();
        Gate gate = new Gate();
        Logger logger = Logger.getLogger("io.sluice.pool");
        logger.setLevel(Level.FINE);
        logger.setFilter(
                record -> {
                    try {
                        gate.pass();
                    } catch (Exception e) {
                        ran.add("the gate failed: " + e);
                    }
                    return false;
                });
        try {
            timer.interrupt();
            gate.awaitEntered();

            Background.start(() -> ticker.schedule(() -> ran.add("on time"), AT_ONCE)).get();
        } finally {
            gate.open();
            logger.setLevel(null);
            logger.setFilter(null);
        }
        assertThat(next()).isEqualTo("on time");
    }

    @Test
    void oneThreadServesAllPools() throws Exception {
        Thread first = timerThread();
        ticker.open();
        try {
            assertThat(timerThread()).isSameAs(first);
        } finally {
            ticker.close();
        }
        assertThat(timerThread()).as("one pool is left").isSameAs(first);
    }

    @Test
    void theThreadIsADaemonWithoutAContextClassLoader() throws Exception {
        Thread timer = timerThread();

        assertThat(timer.getName()).isEqualTo("sluice-timer");
        assertThat(timer.isDaemon()).isTrue();
        assertThat(timer.getContextClassLoader()).isNull();
    }

    @Test
    void theThreadEndsWithTheLastPoolAndComesBackWithTheNext() throws Exception {
        Thread timer = timerThread();

        ticker.close();
        open = false;

        timer.join(Duration.ofSeconds(30).toMillis());
        assertThat(timer.isAlive()).isFalse();
        openForOnePool();
        assertThat(timerThread()).isNotSameAs(timer);
    }

    @Test
    void alarmsInAnyOrderRunInTheirsButForTheCancelledOnes() throws Exception {
        int count = 100;
        long gap = Duration.ofMillis(1).toNanos();
        List<Integer> shuffled = new ArrayList<>(IntStream.range(0, count).boxed().toList());
        Collections.shuffle(shuffled, new Random(21));
        Gate gate = block();
        List<Ticker.Alarm> cancelled = new ArrayList<>();
        List<Ticker.Alarm> alarms = new ArrayList<>();
        long began;
        do { // again, should scheduling have taken so long that they are due in another order
            alarms.forEach(Ticker.Alarm::cancel);
            cancelled.clear();
            began = ticker.nanos();
            for (int number : shuffled) {
                Ticker.Alarm alarm = ticker.schedule(() -> ran.add("" + number), number * gap);
                alarms.add(alarm);
                if (number % 3 == 0) {
                    cancelled.add(alarm);
                }
            }
        } while (ticker.nanos() - began >= gap);
        cancelled.subList(0, cancelled.size() / 2).forEach(Ticker.Alarm::cancel);
        gate.open();
        timerThread(); // they are in the heap now
        cancelled.forEach(Ticker.Alarm::cancel);
        CompletableFuture<Boolean> last = new CompletableFuture<>();
        ticker.schedule(() -> last.complete(true), count * gap);
        last.get(30, TimeUnit.SECONDS);

        List<String> left = new ArrayList<>(ran);
        assertThat(left).hasSizeGreaterThanOrEqualTo(count * 2 / 3);
        assertThat(left.stream().map(Integer::valueOf).toList()).isSorted();
        assertThat(left)
                .containsAll(
                        IntStream.range(0, count)
                                .filter(number -> number % 3 != 0)
                                .mapToObj(String::valueOf)
                                .toList());
    }

    @Test
    void anAlarmThatIsOverKeepsNothingOfItsPool() throws Exception {
        Object pool = new Object();
        WeakReference<Object> kept = new WeakReference<>(pool);
        Ticker.Alarm hasRun = ticker.schedule(runs(pool), AT_ONCE);
        assertThat(next()).startsWith("ran");
        Ticker.Alarm cancelled = ticker.schedule(runs(pool), Long.MAX_VALUE);
        cancelled.cancel();

        pool = null;

        await("the timer, which rests, does not keep it").until(() -> isCollected(kept));
        Reference.reachabilityFence(hasRun);
        Reference.reachabilityFence(cancelled);
    }

    @Test
    void cancelledAlarmsDoNotPileUp() throws Exception {
        Thread timer = timerThread();
        await("a timer that rests").until(timer::getState, Thread.State.TIMED_WAITING::equals);
        List<WeakReference<Ticker.Alarm>> cancelled = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            Ticker.Alarm alarm = ticker.schedule(() -> ran.add("never"), Long.MAX_VALUE);
            alarm.cancel();
            cancelled.add(new WeakReference<>(alarm));
        }

        await("it is not kept until it would have been due")
                .until(() -> isCollected(cancelled.get(0)));
    }

    private Runnable runs(Object pool) {
        return () -> ran.add("ran " + pool.hashCode());
    }

    @Test
    void theThreadIsInNoGroupOfItsFirstCaller() throws Exception {
        ThreadGroup application = new ThreadGroup("application");
        SystemTicker other = new SystemTicker(task -> CreatorThreads.daemon("sluice-timer", task));
        CompletableFuture<ThreadGroup> group = new CompletableFuture<>();
        Thread caller =
                new Thread(
                        application,
                        () ->
                                other.schedule(
                                        () ->
                                                group.complete(
                                                        Thread.currentThread().getThreadGroup()),
                                        AT_ONCE));

        caller.start();

        assertThat(group.get(30, TimeUnit.SECONDS).getParent()).as("the root has none").isNull();
    }

    @Test
    void aThreadThatHasDiedIsReplacedByTheNextUse() throws Exception {
        List<Thread> made = new CopyOnWriteArrayList<>();
        SystemTicker mortal =
                new SystemTicker(
                        task -> {
                            Thread thread = new Thread(made.isEmpty() ? () -> {} : task);
                            made.add(thread);
                            return thread;
                        });
        mortal.open();
        made.get(0).join();

        mortal.schedule(() -> ran.add("served"), AT_ONCE);

        assertThat(next()).isEqualTo("served");
        mortal.close();
        made.get(1).join(Duration.ofSeconds(30).toMillis());
        assertThat(made).hasSize(2).noneMatch(Thread::isAlive);
    }

    @Test
    void aThreadThatCannotBeStartedIsTriedAgainByTheNextUse() throws Exception {
        OutOfMemoryError noThread = new OutOfMemoryError("unable to create native thread");
        List<Thread> made = new CopyOnWriteArrayList<>();
        AtomicInteger failures = new AtomicInteger(2);
        SystemTicker unlucky =
                new SystemTicker(
                        task -> {
                            if (failures.getAndDecrement() > 0) {
                                throw noThread;
                            }
                            made.add(new Thread(task));
                            return made.get(0);
                        });
        assertThatThrownBy(unlucky::open).isSameAs(noThread);
        assertThatThrownBy(() -> unlucky.schedule(() -> ran.add("failed"), AT_ONCE))
                .isSameAs(noThread);

        unlucky.open();
        unlucky.schedule(() -> ran.add("served"), AT_ONCE);

        assertThat(next()).as("without what was refused").isEqualTo("served");
        unlucky.close();
        made.get(0).join(Duration.ofSeconds(30).toMillis());
        assertThat(made.get(0).isAlive()).as("no pool is left").isFalse();
    }

    @Test
    void anAlarmMadeInAdvanceRunsOnceForAllThatSetItBefore() throws Exception {
        PreparedAlarm prepared = new PreparedAlarm(() -> ran.add("prepared"));
        Gate gate = block();
        ticker.schedule(prepared, AT_ONCE);
        ticker.schedule(prepared, AT_ONCE);
        ticker.schedule(() -> ran.add("next"), AT_ONCE);
        gate.open();

        assertThat(next()).isEqualTo("prepared");
        assertThat(next()).isEqualTo("next");
        ticker.schedule(prepared, AT_ONCE);
        assertThat(next()).isEqualTo("prepared");
    }

    @Test
    void anAlarmMadeInAdvanceCanBeSetAgainByItsTask() throws Exception {
        PreparedAlarm[] prepared = new PreparedAlarm[1];
        AtomicInteger left = new AtomicInteger(3);
        prepared[0] =
                new PreparedAlarm(
                        () -> {
                            ran.add("left " + left.decrementAndGet());
                            if (left.get() > 0) {
                                ticker.schedule(prepared[0], Duration.ofMillis(1).toNanos());
                            }
                        });

        ticker.schedule(prepared[0], AT_ONCE);

        assertThat(next()).isEqualTo("left 2");
        assertThat(next()).isEqualTo("left 1");
        assertThat(next()).isEqualTo("left 0");
    }

    @Test
    void anAlarmMadeInAdvanceForWhichNoThreadStartsRunsAtTheNextUse() throws Exception {
        List<Thread> made = new CopyOnWriteArrayList<>();
        AtomicInteger failures = new AtomicInteger(2);
        SystemTicker unlucky =
                new SystemTicker(
                        task -> {
                            if (failures.getAndDecrement() > 0) {
                                throw new OutOfMemoryError("unable to create native thread");
                            }
                            made.add(new Thread(task));
                            return made.get(0);
                        });
        PreparedAlarm prepared = new PreparedAlarm(() -> ran.add("prepared"));
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> unlucky.schedule(prepared, AT_ONCE))
                    .isInstanceOf(OutOfMemoryError.class);
        }

        unlucky.open();

        assertThat(next()).isEqualTo("prepared");
        unlucky.close();
        made.get(0).join(Duration.ofSeconds(30).toMillis());
        assertThat(ran).as("set twice").isEmpty();
    }

    @Test
    void theThreadStaysForATaskOfAClosedPool() throws Exception {
        List<Thread> made = new CopyOnWriteArrayList<>();
        SystemTicker other =
                new SystemTicker(
                        task -> {
                            made.add(new Thread(task));
                            return made.get(made.size() - 1);
                        });
        other.open();
        other.taskBegins();
        other.close();
        other.schedule(() -> ran.add("before"), AT_ONCE);
        assertThat(next()).isEqualTo("before");
        await("it rests").until(made.get(0)::getState, Thread.State.TIMED_WAITING::equals);

        other.schedule(() -> ran.add("after"), AT_ONCE);
        assertThat(next()).isEqualTo("after");
        other.taskEnds();

        made.get(0).join(Duration.ofSeconds(30).toMillis());
        assertThat(made).singleElement().matches(thread -> !thread.isAlive());
    }

    @Test
    @Timeout(600)
    void aHeapThatIsFullStopsTheTimeOfNoPool() throws Exception {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx16m",
                                "-XX:+UseSerialGC",
                                "-cp",
                                originOf(SystemTicker.class)
                                        + File.pathSeparator
                                        + originOf(WithFullHeap.class),
                                WithFullHeap.class.getName())
                        .redirectErrorStream(true)
                        .start();
        try {
            String output =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
            assertThat(output).endsWith("served after the heap was full" + System.lineSeparator());
            assertThat(process.exitValue()).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    private static Path originOf(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }
}
