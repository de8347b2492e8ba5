package io.sluice.perf.study.housekeeping;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class TasksTest {

    @Test
    void dumpsOfJdk17AreRead() {
        assertThat(
                        Tasks.read(
                                """
                                "main" #1 prio=5 os_prio=0 cpu=40.43ms elapsed=0.10s tid=0x00007f8e nid=0x1a2b waiting on condition  [0x00007f]
                                   java.lang.Thread.State: RUNNABLE
                                "pool [a, b] "x" #1" #12 daemon prio=5 os_prio=0 cpu=0.1ms elapsed=1s tid=0x7f nid=0xff in Object.wait()  [0x0]
                                "VM Thread" os_prio=0 cpu=1.44ms elapsed=0.10s tid=0x00007f8e nid=0x1a30 runnable
                                """))
                .isEqualTo(Map.of(1L, 0x1a2bL, 12L, 0xffL));
    }

    @Test
    void dumpsOfJdk25AreRead() {
        assertThat(
                        Tasks.read(
                                """
                                "main" #3 [4711] prio=5 os_prio=0 cpu=40.43ms elapsed=0.10s tid=0x00007f8e nid=4711 runnable  [0x00007f]
                                """))
                .isEqualTo(Map.of(3L, 4711L));
    }

    @Test
    void whatIsNoDumpHasNoThreads() {
        assertThat(Tasks.read("")).isEmpty();
    }

    @Test
    void threadThatIsNotThereIsUnknown() {
        assertThat(Tasks.waits(Long.MAX_VALUE)).isEmpty();
    }

    /**
     * Without care for them, some of the calls find a thread gone between the look and the read.
     */
    @Test
    void threadsThatEndMeanwhileAreLeftOut() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        Thread starter =
                new Thread(
                        () -> {
                            while (!done.get()) {
                                Thread brief = new Thread(() -> {});
                                brief.start();
                            }
                        });
        starter.start();
        try {
            for (int i = 0; i < 3_000; i++) {
                Tasks.cpuNanos();
            }
        } finally {
            done.set(true);
            starter.join();
        }

        assertThat(Tasks.cpuNanos().containsKey(0L)).isNotEqualTo(Tasks.told());
    }

    @Test
    void linuxKnowsThisThreadAndOtherSystemsDoNot() {
        Long task = Tasks.byThread().get(Thread.currentThread().getId());

        assertThat(task).isNotNull();
        assertThat(Tasks.waits(task).isPresent())
                .isEqualTo(Files.isDirectory(Path.of("/proc/self/task")));
    }
}
