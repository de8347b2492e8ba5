package io.sluice.jdbc.internal.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever a configuration has, it works or is refused clearly, and no secret is shown.
 *
 * <p>{@code -Dsluice.test.inputs=10000000} reads more inputs, {@code -Dsluice.seed=N} begins with
 * another one.
 */
@Tag("once")
class BadInputTest {

    private static final long MOST_SECONDS = 20;
    private static final int MOST_SHOWN = 2_000;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final long first = Long.getLong("sluice.seed", 1);
    private final long count = Long.getLong("sluice.test.inputs", 4_000);

    private final List<String> logged = Collections.synchronizedList(new ArrayList<>());
    private final List<String> traps = new ArrayList<>();
    private final Handler log = new Keeper();
    private final Logger root = Logger.getLogger("io.sluice");
    private final TalkativeDriver driver = new TalkativeDriver();
    private final ClassRequests requests =
            new ClassRequests(Traps.Naming.class, Traps.Unwanted.class);

    @TempDir Path folder;

    private ServerSocketChannel server;
    private InputReaders readers;
    private InputReading reading;

    /** The seed of the input that is being read. */
    private volatile long seed;

    /** The processor time of the reading thread before that input, in nanoseconds. */
    private volatile long began;

    private volatile String complaint = "";

    private final class Keeper extends Handler {

        @Override
        public void publish(LogRecord entry) {
            logged.add(new SimpleFormatter().format(entry));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
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
        System.setProperty(Context.INITIAL_CONTEXT_FACTORY, Traps.Naming.class.getName());
        DriverManager.registerDriver(driver);
        root.setUseParentHandlers(false);
        root.addHandler(log);
        readers = new InputReaders(folder);
        reading = new InputReading(requests, logged, readers);
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
        if (count >= 4_000) {
            assertThat(reading.accepted()).isGreaterThan((int) Math.min(count / 20, 1_000_000));
            assertThat(reading.refused()).isGreaterThan((int) Math.min(count / 20, 1_000_000));
            assertThat(readers.started()).isGreaterThan(10);
        }
    }

    // Each check can fail

    private String judged(InputReading.Reader reader) throws InterruptedException {
        reading = new InputReading(requests, logged, reader);
        readInThread(1, 1_000);
        return complaint.lines().findFirst().orElse("");
    }

    @ParameterizedTest
    @EnumSource
    void aSecretOfAnyShapeIsNoticedAndSoIsAPartOfIt(TestSecret secret) throws Exception {
        String text = secret.text();
        assertThat(judged((input, properties, shown) -> shown.add("with " + text)))
                .startsWith("a secret is shown");
        String end = text.substring(text.length() - 10);
        assertThat(judged((input, properties, shown) -> root.log(Level.INFO, "x", hidden(end))))
                .startsWith("a secret is shown");
    }

    private static ClassLoader loader() {
        return Thread.currentThread().getContextClassLoader();
    }

    private static Throwable hidden(String text) {
        return new IOException("refused", new IOException(text));
    }

    @Test
    void anUnclearMessageIsNoticed() throws Exception {
        for (String message : List.of("bad input", "the name of the file", "wrong value in a")) {
            assertThat(judged(refusing(message))).startsWith("a problem names no key");
        }
        String second = "2 problems in the configuration:\n  - url is bad\n  - another is bad";
        assertThat(judged(refusing(second))).startsWith("a problem names no key");
        assertThat(judged(refusing("line 1 has \\u"))).startsWith("a problem is said to be");
        assertThat(judged(refusing("url is bad"))).isEmpty();
    }

    private static InputReading.Reader refusing(String message) {
        return (input, properties, shown) -> {
            throw new IllegalArgumentException(message);
        };
    }

    @Test
    void anUnexpectedFailureIsNoticed() throws Exception {
        assertThat(judged((input, properties, shown) -> input.lines().get(100)))
                .startsWith("unexpected java.lang.IndexOutOfBoundsException");
    }

    @Test
    void quadraticTimeIsNoticed() throws Exception {
        int[] equal = new int[1];
        InputReading.Reader comparing =
                (input, properties, shown) -> {
                    String text = input.text();
                    for (int i = 0; i < text.length(); i++) {
                        for (int j = 0; j < i; j += 3) {
                            equal[0] += text.charAt(i) == text.charAt(j) ? 1 : 0;
                        }
                    }
                };
        assertThat(judged(comparing)).startsWith("time grows faster than the input");
        assertThat(equal[0]).isNotZero();
    }

    @Test
    void quadraticMemoryIsNoticed() throws Exception {
        assertThat(
                        judged(
                                (input, properties, shown) -> {
                                    String text = input.text();
                                    for (int i = 0; i < text.length(); i += 10) {
                                        assertThat(text.substring(i).isEmpty()).isFalse();
                                    }
                                }))
                .startsWith("memory grows faster than the input");
    }

    @Test
    void muchMemoryIsNoticed() throws Exception {
        assertThat(judged((input, properties, shown) -> assertThat(new int[1 << 22]).isNotNull()))
                .startsWith("too much memory is allocated");
    }

    @Test
    void aClassThatNoOptionNamesIsNoticed() throws Exception {
        assertThat(
                        judged(
                                (input, properties, shown) -> {
                                    try {
                                        Class.forName("x.Y", false, loader());
                                    } catch (ClassNotFoundException e) {
                                        // Nothing tells of it.
                                    }
                                }))
                .startsWith("a class or file was looked for that no option names: x.Y");
    }

    /** More than once, so that a failing input can be made smaller. */
    @Test
    void aClassThatIsInitializedIsNoticed() throws Exception {
        for (int i = 0; i < 2; i++) {
            assertThat(
                            judged(
                                    (input, properties, shown) ->
                                            Class.forName(
                                                    Traps.Unwanted.class.getName(),
                                                    true,
                                                    loader())))
                    .startsWith("a class was initialized");
        }
    }

    @Test
    void aLookUpIsNoticedAlthoughItsFailureIsSwallowed() throws Exception {
        assertThat(judged((input, properties, shown) -> lookUp()))
                .startsWith("a name was looked up");
    }

    @SuppressWarnings("BanJNDI") // the trap is there for this
    private static void lookUp() {
        try {
            Object found = new InitialContext().lookup("java:comp/env/jdbc/x");
            throw new AssertionError(found);
        } catch (NamingException e) {
            // Nothing tells of it.
        }
    }

    @Test
    void anAddressThatIsOpenedIsNoticed() throws Exception {
        assertThat(
                        judged(
                                (input, properties, shown) ->
                                        new Socket("127.0.0.1", server.socket().getLocalPort())
                                                .close()))
                .startsWith("an address was opened");
    }

    @Test
    void aFailureOfTheCheckItselfIsNoticed() throws Exception {
        assertThat(judged((input, properties, shown) -> shown.add(null)))
                .startsWith("the check itself failed");
    }

    @Test
    void noFileIsReadButTheOneThatIsNamed() throws Exception {
        Path events = folder.resolve("reads.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.FileRead").withThreshold(Duration.ZERO).withoutStackTrace();
            recording.start();
            for (long i = 0; i < 300; i++) {
                reading.complaint(input(first + i).withKind(Input.Kind.FILE));
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
                .containsOnly(readers.file());
    }

    private void readInThread(long from, long inputs) throws InterruptedException {
        Thread reader = new Thread(() -> readAllSafely(from, inputs), "inputs");
        reader.setDaemon(true); // it may never end
        complaint = "";
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

    private void readAllSafely(long from, long inputs) {
        try {
            readAll(from, inputs);
        } catch (RuntimeException | Error e) {
            complaint = "the check itself failed: " + InputReading.textOf(e);
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
                complaint = complaint(smallest) + " by " + described(smallest);
            } else if (input.isLong()) {
                String growth = growth();
                complaint = growth.isEmpty() ? "" : growth + " by " + described(input);
            }
        }
    }

    private String complaint(Input input) {
        began = THREADS.getCurrentThreadCpuTime();
        String found = reading.complaint(input);
        return found.isEmpty() && isAddressOpened() ? "an address was opened" : found;
    }

    private boolean isAddressOpened() {
        try (SocketChannel opened = server.accept()) {
            return opened != null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String growth() {
        began = THREADS.getCurrentThreadCpuTime();
        try {
            return reading.growth(length -> new InputGenerator(seed, traps, length).next());
        } catch (Exception e) {
            return "unexpected " + InputReading.textOf(e);
        }
    }

    private Input input(long number) {
        return new InputGenerator(number, traps, InputReading.SHORTER).next();
    }

    private String described(Input input) {
        return """
               %s (%s):
               %s
               Refused: %s
               Repeat: mvn -pl pool-jdbc4 -am test -Dtest=BadInputTest -Dsluice.seed=%d \
               -Dsluice.test.inputs=1 -Dsurefire.failIfNoSpecifiedTests=false
               """
                .formatted(
                        input.kind(),
                        input.dialect().title(),
                        beginning(input.text()),
                        beginning(reading.message()),
                        seed);
    }

    private static String beginning(String text) {
        return text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN) + " …";
    }
}
