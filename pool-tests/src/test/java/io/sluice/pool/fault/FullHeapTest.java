package io.sluice.pool.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pool.fixture.Deep;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntBinaryOperator;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Wherever the heap is full, and for however long: once there is memory again no permit is lost, no
 * holder is without an owner, and the pool's maximum can be acquired.
 */
@Tag("once")
@Timeout(600)
class FullHeapTest {

    private static final int NONE = 0;
    private static final int FOR_EVER = Integer.MAX_VALUE;

    private final Logger logger = Logger.getLogger("io.sluice");
    private final FaultyMemoryLoader ofPool = ofPool();
    private final FaultyMemoryLoader ofStart =
            FaultyMemoryLoader.ofStart(FullHeapTest.class.getClassLoader());

    /** Tries one point, with the classes of a loader. */
    private interface Trial {
        void at(FaultyMemoryLoader loader, int point, List<String> faults) throws Exception;
    }

    private static FaultyMemoryLoader ofPool() {
        return FaultyMemoryLoader.ofPool(FullHeapTest.class.getClassLoader());
    }

    @BeforeEach
    void silence() {
        logger.setLevel(Level.OFF);
    }

    @AfterEach
    void speak() {
        logger.setLevel(null);
    }

    private int run(int first, int last) throws Exception {
        return run(FullHeapScenario.class, first, last);
    }

    private int run(Class<? extends IntBinaryOperator> type, int first, int last) throws Exception {
        return run(loader(type), type, first, last);
    }

    private FaultyMemoryLoader loader(Class<? extends IntBinaryOperator> type) {
        return type == FullHeapStart.class ? ofStart : ofPool;
    }

    private static int run(
            FaultyMemoryLoader loader, Class<? extends IntBinaryOperator> type, int first, int last)
            throws Exception {
        faultsOf(loader, "unlink");
        IntBinaryOperator scenario =
                (IntBinaryOperator) loader.loadClass(type.getName()).getConstructor().newInstance();
        return scenario.applyAsInt(first, last);
    }

    private static Object faultsOf(FaultyMemoryLoader loader, String method)
            throws ReflectiveOperationException {
        return loader.loadClass(MemoryFaults.class.getName()).getMethod(method).invoke(null);
    }

    /** Tries points of the pool beside each other: most of the time goes into waiting. */
    private static List<String> tryEach(int points, int step, Trial trial) throws Exception {
        List<String> faults = new CopyOnWriteArrayList<>();
        AtomicInteger next = new AtomicInteger(1);
        List<FutureTask<Void>> shares = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            FaultyMemoryLoader loader = ofPool();
            FutureTask<Void> share =
                    new FutureTask<>(
                            () -> {
                                for (int point = next.getAndAdd(step);
                                        point <= points && faults.isEmpty();
                                        point = next.getAndAdd(step)) {
                                    trial.at(loader, point, faults);
                                }
                                return null;
                            });
            shares.add(share);
            Thread thread = new Thread(share, "test-share");
            thread.setDaemon(true);
            thread.start();
        }
        for (FutureTask<Void> share : shares) {
            share.get();
        }
        return faults;
    }

    /** Once to link what there is to link, and once to count. */
    private int points() throws Exception {
        run(NONE, NONE);
        int points = run(NONE, NONE);
        assertThat(points).as("points without memory to try").isGreaterThan(100);
        return points;
    }

    @Test
    void nothingIsLostWhereverMemoryIsMissingOnce() throws Exception {
        Trial once =
                (loader, point, faults) ->
                        tryPoints(loader, FullHeapScenario.class, point, point, faults);
        assertThat(tryEach(points(), 1, once)).isEmpty();
    }

    @Test
    void fromWhereverOnThereIsNoMemoryNothingIsLost() throws Exception {
        Trial fromHere =
                (loader, point, faults) ->
                        tryPoints(loader, FullHeapScenario.class, point, FOR_EVER, faults);
        int step =
                Deep.isAsked() ? 1 : 3; // those between differ little: the first fault is another
        assertThat(tryEach(points(), step, fromHere)).isEmpty();
    }

    @Test
    void wherePoolsOpenAndCloseWithoutMemoryTheyGiveBackTheirTickerAndNoCloseWaits()
            throws Exception {
        List<String> faults = new ArrayList<>();
        run(FullHeapLife.class, NONE, NONE);
        int points = run(FullHeapLife.class, NONE, NONE);
        for (int point = 1; point <= points && faults.isEmpty(); point++) {
            tryPoints(FullHeapLife.class, point, point, faults);
            tryPoints(FullHeapLife.class, point, FOR_EVER, faults);
        }
        assertThat(faults).isEmpty();
    }

    @Test
    void noRequestWithoutAThreadIsLostWhereverMemoryIsMissing() throws Exception {
        run(FullHeapRequests.class, NONE, NONE);
        int points = run(FullHeapRequests.class, NONE, NONE);
        assertThat(points).as("points without memory to try").isGreaterThan(100);
        int step = Deep.isAsked() ? 1 : 7; // as above
        Trial both =
                (loader, point, faults) -> {
                    tryPoints(loader, FullHeapRequests.class, point, point, faults);
                    if (point % step == 0) {
                        tryPoints(loader, FullHeapRequests.class, point, FOR_EVER, faults);
                    }
                };
        assertThat(tryEach(points, 1, both)).isEmpty();
    }

    @Test
    void aStartWithoutMemoryLeavesNothingAndTheNextOneSucceeds() throws Exception {
        List<String> faults = new ArrayList<>();
        run(FullHeapStart.class, NONE, NONE);
        int points = run(FullHeapStart.class, NONE, NONE);
        assertThat(points).as("points without memory to try").isGreaterThan(20);
        for (int point = 1; point <= points && faults.isEmpty(); point++) {
            tryPoints(FullHeapStart.class, point, point, faults);
            tryPoints(FullHeapStart.class, point, FOR_EVER, faults);
        }
        assertThat(faults).isEmpty();
    }

    @Test
    void aStartIsToldWhereverThreeAllocationsInARowFail() throws Exception {
        List<String> faults = new ArrayList<>();
        run(ofPool, FullHeapStart.class, NONE, NONE);
        int points = run(ofPool, FullHeapStart.class, NONE, NONE);
        assertThat(points).as("points without memory to try").isGreaterThan(100);
        for (int point = 1; point <= points && faults.isEmpty(); point++) {
            tryPoints(ofPool, FullHeapStart.class, point, point + 2, faults);
        }
        assertThat(faults).isEmpty();
    }

    private void tryPoints(
            Class<? extends IntBinaryOperator> type, int first, int last, List<String> faults)
            throws Exception {
        tryPoints(loader(type), type, first, last, faults);
    }

    private static void tryPoints(
            FaultyMemoryLoader loader,
            Class<? extends IntBinaryOperator> type,
            int first,
            int last,
            List<String> faults)
            throws Exception {
        try {
            run(loader, type, first, last);
        } catch (AssertionError e) {
            Throwable where = (Throwable) faultsOf(loader, "where");
            List<String> stack = new ArrayList<>();
            if (where != null) {
                for (StackTraceElement frame : where.getStackTrace()) {
                    stack.add(frame.getFileName() + ":" + frame.getLineNumber());
                }
            }
            faults.add(e.getMessage() + " at point " + first + " " + stack);
        }
    }
}
