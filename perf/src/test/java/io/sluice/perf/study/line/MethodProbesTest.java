package io.sluice.perf.study.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MethodProbesTest {

    /** Touches memory in every way that code has for it. */
    public static final class Sample implements Runnable {

        private static int common;

        private int number;
        private long wide = new Object().hashCode();
        private Object object = this;
        private final byte[] bytes = new byte[3];
        private final double[] doubles = new double[3];
        private final Object[] objects = new Object[3];
        private final LongAdder adder = new LongAdder();

        @Override
        public void run() {
            number = 7;
            wide = number;
            object = objects[0];
            common = (int) doubles[1];
            bytes[2] = bytes[0];
            doubles[1] = wide;
            objects[2] = object;
            synchronized (this) {
                locked();
            }
            adder.add(wide);
            adder.increment();
            common += adder.intValue();
        }

        private synchronized void locked() {
            number++;
        }

        @Override
        public String toString() {
            return number + " " + wide + " " + doubles[1] + " " + bytes[2] + " " + common;
        }
    }

    @Test
    void everyAccessIsNotedAndDoneAsBefore() throws Exception {
        Runnable sample = (Runnable) changed().getConstructor().newInstance();

        Probe.watch();
        sample.run();

        assertThat(notes())
                .containsExactly(
                        "write number",
                        "read number",
                        "write wide",
                        "read objects",
                        "read [0]",
                        "write object",
                        "read doubles",
                        "read [1]",
                        "write common",
                        "read bytes",
                        "read bytes",
                        "read [0]",
                        "write [2]",
                        "read doubles",
                        "read wide",
                        "write [1]",
                        "read objects",
                        "read object",
                        "write [2]",
                        "atomic monitor",
                        "atomic monitor",
                        "atomic monitor",
                        "read number",
                        "write number",
                        "atomic monitor",
                        "read adder",
                        "read wide",
                        "atomic stripe",
                        "read adder",
                        "atomic stripe",
                        "read common",
                        "read adder",
                        "read stripe",
                        "write common");
        Sample same = new Sample();
        Sample.common = 0;
        same.run();
        assertThat(sample).hasToString(same.toString());
    }

    @Test
    void whatAnotherThreadDoesIsNotNoted() throws Exception {
        Runnable sample = (Runnable) changed().getConstructor().newInstance();

        Probe.watch();
        Thread other = new Thread(sample);
        other.start();
        other.join();

        assertThat(notes()).isEmpty();
        sample.run();
        assertThat(notes()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "io/sluice/pool/internal/queue/AvailableQueue",
                "com/zaxxer/hikari/pool/HikariPool",
                "java/util/concurrent/ConcurrentHashMap",
                "java/util/concurrent/atomic/AtomicLong",
                "java/lang/ThreadLocal$ThreadLocalMap",
                "java/lang/invoke/VarHandleLongs$FieldInstanceReadWrite"
            })
    void poolsAndWhatTheyUseAreCovered(String name) {
        assertThat(ProbeInserter.covers(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "io/sluice/perf/study/line/Probe",
                "io/sluice/perf/stub/StubConnection",
                "java/lang/String",
                "java/util/concurrent/atomic/Striped64$Cell",
                "java/util/concurrent/atomic/LongAdder"
            })
    void whatCountsAndTheDriverAreNot(String name) {
        assertThat(ProbeInserter.covers(name)).isFalse();
    }

    private static List<String> notes() {
        return Probe.rest().stream().map(MethodProbesTest::inWords).toList();
    }

    private static String inWords(Probe.Note note) {
        String place =
                switch (note.kind()) {
                    case FIELD -> note.name();
                    case ELEMENT -> "[" + note.place() + "]";
                    case OFFSET -> "monitor";
                    case STRIPE -> "stripe";
                };
        return List.of("read", "write", "atomic").get(note.access()) + " " + place;
    }

    private Class<?> changed() throws IOException {
        byte[] bytes;
        try (InputStream in = Sample.class.getResourceAsStream("MethodProbesTest$Sample.class")) {
            bytes = ProbeInserter.changed(in.readAllBytes(), /* all= */ true);
        }
        return new ClassLoader(getClass().getClassLoader()) {
            Class<?> define() {
                return defineClass(null, bytes, 0, bytes.length);
            }
        }.define();
    }
}
