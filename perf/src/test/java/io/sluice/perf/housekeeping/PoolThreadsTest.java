package io.sluice.perf.housekeeping;

import static org.assertj.core.api.Assertions.assertThat;

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
        long waits;
        do {
            waits =
                    threads.done().values().stream()
                            .filter(done -> done.name().equals("sender"))
                            .findFirst()
                            .orElseThrow()
                            .waits();
        } while (threads.tellWaits() && waits < 3);
        poller.stop();

        assertThat(threads.tellWaits()).isEqualTo(Files.isDirectory(Path.of("/proc/self/task")));
    }

    private static Collection<String> names(PoolThreads threads) {
        Map<Long, PoolThreads.Done> done = threads.done();
        return done.values().stream().map(PoolThreads.Done::name).toList();
    }
}
