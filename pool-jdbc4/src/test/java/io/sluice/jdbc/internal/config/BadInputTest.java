package io.sluice.jdbc.internal.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Hashtable;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.naming.Context;
import javax.naming.NamingException;
import javax.naming.spi.InitialContextFactory;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever a configuration has, it works or is refused clearly, and no secret is shown.
 *
 * <p>{@code -Dsluice.test.inputs=10000000} reads more inputs, {@code -Dsluice.seed=N} begins with
 * another one.
 */
class BadInputTest {

    private static final long MOST_SECONDS = 20;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final long first = Long.getLong("sluice.seed", 1);
    private final long count = Long.getLong("sluice.test.inputs", 4_000);

    private final List<String> logged = Collections.synchronizedList(new ArrayList<>());
    private final List<String> traps = new ArrayList<>();
    private final Handler log = new Keeper();
    private final Logger root = Logger.getLogger("io.sluice");
    private final TalkativeDriver driver = new TalkativeDriver();
    private final ClassRequests requests = new ClassRequests();

    @TempDir Path folder;

    private ServerSocketChannel server;
    private InputReading reading;

    /** The seed of the input that is being read. */
    private volatile long seed;

    /** The processor time of the reading thread before that input, in nanoseconds. */
    private volatile long began;

    private volatile String complaint = "";

    private final class Keeper extends Handler {

        @Override
        public void publish(LogRecord entry) {
            logged.add(entry.getMessage() + " " + entry.getThrown());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    /** Notices a look-up. */
    public static final class Naming implements InitialContextFactory {

        private static volatile boolean used;

        /** Creates a factory. */
        public Naming() {}

        @Override
        public Context getInitialContext(Hashtable<?, ?> environment) throws NamingException {
            used = true;
            throw new NamingException("no look-up is expected");
        }
    }

    @BeforeEach
    void layTraps() throws IOException, SQLException {
        server =
                ServerSocketChannel.open()
                        .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        server.configureBlocking(false);
        String address = "127.0.0.1:" + server.socket().getLocalPort();
        Path trap = Files.writeString(folder.resolve("trap.properties"), "maxSize=5");
        traps.addAll(
                List.of(
                        "http://" + address + "/x",
                        "${jndi:ldap://" + address + "/x}",
                        "ldap://" + address + "/x",
                        "${file:" + trap + "}",
                        "file:" + trap,
                        trap.toString()));
        Naming.used = false;
        System.setProperty(Context.INITIAL_CONTEXT_FACTORY, Naming.class.getName());
        DriverManager.registerDriver(driver);
        root.setUseParentHandlers(false);
        root.addHandler(log);
        reading = new InputReading(folder, requests, logged);
    }

    @AfterEach
    void removeTraps() throws IOException, SQLException {
        root.removeHandler(log);
        root.setUseParentHandlers(true);
        DriverManager.deregisterDriver(driver);
        System.clearProperty(Context.INITIAL_CONTEXT_FACTORY);
        server.close();
    }

    @Test
    void everyInputWorksOrIsRefusedClearlyInBoundedTimeAndMemory() throws Exception {
        readInThread(first, count);

        assertThat(complaint).isEmpty();
        assertThat((long) reading.accepted() + reading.refused()).isEqualTo(count);
        assertThat(server.accept()).as("an address in a value was opened").isNull();
        assertThat(Naming.used).as("a name was looked up").isFalse();
        if (count >= 4_000) {
            assertThat(reading.accepted()).isGreaterThan((int) Math.min(count / 10, 1_000_000));
            assertThat(reading.refused()).isGreaterThan((int) Math.min(count / 10, 1_000_000));
            assertThat(reading.started()).isGreaterThan(10);
        }
    }

    @Test
    void noFileIsReadButTheOneThatIsNamed() throws Exception {
        Path events = folder.resolve("reads.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.FileRead").withThreshold(Duration.ZERO).withoutStackTrace();
            recording.start();
            for (long i = 0; i < 300; i++) {
                Input input = new InputGenerator(first + i, traps).next();
                reading.complaint(new Input(Input.Kind.FILE, input.dialect(), input.lines()));
            }
            recording.stop();
            recording.dump(events);
        }
        assertThat(RecordingFile.readAllEvents(events))
                .extracting(event -> event.getString("path"))
                .filteredOn(path -> path != null)
                .extracting(Path::of)
                .filteredOn(path -> path.startsWith(folder))
                .isNotEmpty()
                .containsOnly(reading.file());
    }

    private void readInThread(long from, long inputs) throws InterruptedException {
        Thread reader = new Thread(() -> readAll(from, inputs), "inputs");
        reader.setDaemon(true); // it may never end
        reader.setContextClassLoader(requests);
        began = 0;
        reader.start();
        while (reader.isAlive()) {
            reader.join(1_000);
            long now = THREADS.getThreadCpuTime(reader.getId());
            if (now - began > Duration.ofSeconds(MOST_SECONDS).toNanos()) {
                fail("%d s are not enough for %s", MOST_SECONDS, described(input(seed)));
            }
        }
    }

    private void readAll(long from, long inputs) {
        for (long i = 0; i < inputs && complaint.isEmpty(); i++) {
            seed = from + i;
            Input input = input(seed);
            String found = complaint(input);
            if (!found.isEmpty()) {
                Input smallest =
                        new InputShrinker(other -> complaint(other).equals(found)).shrink(input);
                complaint = found + " by " + described(smallest);
            }
        }
    }

    private String complaint(Input input) {
        began = THREADS.getCurrentThreadCpuTime();
        return reading.complaint(input);
    }

    private Input input(long number) {
        return new InputGenerator(number, traps).next();
    }

    private String described(Input input) {
        return """
               %s (%s):
               %s
               Repeat: mvn -pl pool-jdbc4 -am test -Dtest=BadInputTest -Dsluice.seed=%d \
               -Dsluice.test.inputs=1 -Dsurefire.failIfNoSpecifiedTests=false
               """
                .formatted(input.kind(), input.dialect().title(), input.text(), seed);
    }
}
