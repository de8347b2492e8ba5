package io.sluice.perf.study.housekeeping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.perf.study.housekeeping.WakeBenchmark.Sender;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class PoolThreadsTest {

    @Test
    void onlyThreadsThatBeganLaterAreThePools() throws InterruptedException {
        Sender before = new Sender(Background.SIGNAL_EACH);
        PoolThreads threads = new PoolThreads();
        Sender after = new Sender(Background.SIGNAL_EACH);

        assertThat(names(threads)).containsOnlyOnce("sender");

        before.stop();
        after.stop();
    }

    @Test
    @Timeout(60)
    void wakeUpsOfAThreadThatLooksEachMillisecondAreSeenOrUnknown() throws InterruptedException {
        PoolThreads threads = new PoolThreads();
        Sender poller = new Sender(Background.TIMED_EACH);
        await("three waits are seen")
                .until(() -> waits(threads, "sender") >= 3 || !threads.tellWaits());
        poller.stop();

        assertThat(threads.tellWaits()).isEqualTo(Files.isDirectory(Path.of("/proc/self/task")));
    }

    @Test
    void threadsOfOneKindAreWatchedTogether() throws InterruptedException {
        PoolThreads threads = new PoolThreads();
        List<Sender> senders =
                List.of(new Sender(Background.POLL_EACH), new Sender(Background.POLL_EACH));

        Map<String, Object> figures = threads.watch(1);

        assertThat(figures).containsEntry("threads", 2).containsEntry("threadsEnded", 0);
        assertThat((List<?>) figures.get("kinds"))
                .singleElement()
                .asString()
                .contains("kind=sender", "threads=2");
        for (Sender sender : senders) {
            sender.stop();
        }
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
