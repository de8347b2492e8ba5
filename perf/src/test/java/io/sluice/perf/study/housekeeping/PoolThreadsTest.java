package io.sluice.perf.study.housekeeping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class PoolThreadsTest {

    @Test
    void onlyThreadsThatBeganLaterAreThePools() throws InterruptedException {
        Sender before = new Sender(Waking.SIGNAL);
        PoolThreads threads = new PoolThreads();
        Sender after = new Sender(Waking.SIGNAL);

        assertThat(names(threads)).containsOnlyOnce("sender");

        before.stop();
        after.stop();
    }

    @Test
    @Timeout(60)
    void wakeUpsOfAThreadThatLooksEachMillisecondAreSeenOrUnknown() throws InterruptedException {
        PoolThreads threads = new PoolThreads();
        Sender poller = new Sender(Waking.TIMED);
        await("three waits are seen")
                .until(() -> waits(threads, "sender") >= 3 || !threads.tellWaits());
        poller.stop();

        assertThat(threads.tellWaits()).isEqualTo(Files.isDirectory(Path.of("/proc/self/task")));
    }

    private static long waits(PoolThreads threads, String name) {
        return threads.done().values().stream()
                .filter(done -> done.name().equals(name))
                .findFirst()
                .orElseThrow()
                .waits();
    }

    private static Collection<String> names(PoolThreads threads) {
        Map<Long, PoolThreads.Done> done = threads.done();
        return done.values().stream().map(PoolThreads.Done::name).toList();
    }
}
