package io.sluice.sim;

import io.sluice.sim.scheduler.Outcome;
import io.sluice.sim.scheduler.Scenario;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.scheduler.Trial;
import io.sluice.sim.transform.SimLoader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.stream.Stream;

/** Simulates pools, one seed after the other, with the code of the libraries as it is. */
public final class Simulator {

    /** Fixtures, which may be in the same archive, and what no scenario uses. */
    private static final List<String> NOT_USED =
            List.of(
                    "io/sluice/pool/fault/",
                    "io/sluice/jdbc/atomikos/",
                    "io/sluice/jdbc/cli/",
                    "io/sluice/jdbc/jndi/",
                    "io/sluice/jdbc/micrometer/",
                    "io/sluice/jdbc/narayana/",
                    "io/sluice/jdbc/opentelemetry/",
                    "io/sluice/jdbc/quartz/");

    private static final String TICKER = "io.sluice.pool.internal.base.SystemTicker";

    private final Subject subject;
    private final SimLoader loader;

    /** Simulates the libraries as they are. */
    public Simulator(Subject subject) {
        this(subject, Simulator.class.getClassLoader());
    }

    /**
     * Simulates others.
     *
     * @param parent finds their classes
     */
    public Simulator(Subject subject, ClassLoader parent) {
        this(subject, parent, /* marksLines= */ false);
    }

    /**
     * Simulates others.
     *
     * @param parent finds their classes
     * @param marksLines whether {@link io.sluice.sim.transform.Lines} are counted, which takes time
     */
    public Simulator(Subject subject, ClassLoader parent, boolean marksLines) {
        this.subject = subject;
        loader =
                new SimLoader(
                        parent,
                        subject.libraries.stream().map(Simulator::packageOf).toList(),
                        List.of(
                                "io.sluice.pool.internal.jfr.", // locks of the JDK, not shared here
                                "io.sluice.sim.world.",
                                "io.sluice.sim.invariant.",
                                "io.sluice.sim.scenario."),
                        marksLines,
                        subject::lacksMemory,
                        subject == Subject.STACK);
        subject.libraries.forEach(this::initializeAllOf);
    }

    private static String packageOf(String library) {
        return library.substring(0, library.lastIndexOf('/') + 1).replace('/', '.');
    }

    /** So that no simulation differs from the next because it is the first to use a class. */
    private void initializeAllOf(String library) {
        URL one =
                Objects.requireNonNull(
                        loader.getParent().getResource(library), "the library is missing");
        try {
            URI uri = one.toURI();
            if (!uri.getScheme().equals("jar")) {
                initializeBelow(Path.of(uri), library);
                return;
            }
            try (FileSystem jar = FileSystems.newFileSystem(uri, Map.of())) {
                initializeBelow(jar.getPath("/", library), library);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private void initializeBelow(Path one, String name) throws IOException {
        Path folder = Objects.requireNonNull(one.getParent());
        Path root = one;
        for (int i = 0; i <= name.chars().filter(letter -> letter == '/').count(); i++) {
            root = Objects.requireNonNull(root.getParent());
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted().toList()) {
                String path = root.relativize(file).toString();
                if (path.endsWith(".class")
                        && !path.endsWith("package-info.class")
                        && NOT_USED.stream().noneMatch(path::startsWith)) {
                    initialize(path.substring(0, path.length() - 6).replace('/', '.'));
                }
            }
        }
    }

    private void initialize(String type) {
        try {
            Class<?> ignored = Class.forName(type, true, loader);
        } catch (ClassNotFoundException | NoClassDefFoundError e) {
            return; // needs an optional module that is not there: no scenario can use it
        }
    }

    /** Returns what the library does that is not simulated, and where. */
    List<String> refused() {
        return loader.refused();
    }

    /** Runs one seed. */
    public Outcome run(long seed) {
        return run(Trial.of(seed));
    }

    /** Runs a seed, or parts of it. */
    public Outcome run(Trial trial) {
        return run(trial, /* keepsAll= */ false);
    }

    /**
     * Runs a seed, or parts of it.
     *
     * @param keepsAll whether the log keeps all events
     */
    public Outcome run(Trial trial, boolean keepsAll) {
        return Simulation.run(trial, scenario(), keepsAll);
    }

    private Scenario scenario() {
        try {
            renewTicker();
            return (Scenario)
                    loader.loadClass(subject.scenario).getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The ticker of the process keeps the time, and after a failure alarms, of a former run. */
    private void renewTicker() throws ReflectiveOperationException {
        Class<?> type = loader.loadClass(TICKER);
        Object one = type.getField("INSTANCE").get(null);
        Field threads = type.getDeclaredField("threads");
        threads.setAccessible(true);
        Object fresh = type.getConstructor(ThreadFactory.class).newInstance(threads.get(one));
        for (Field field : type.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers())) {
                field.setAccessible(true);
                field.set(one, field.get(fresh));
            }
        }
    }
}
