package io.sluice.sim;

import io.sluice.sim.scheduler.Outcome;
import io.sluice.sim.scheduler.Scenario;
import io.sluice.sim.scheduler.Schedule;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.transform.SimLoader;
import java.io.IOException;
import java.io.UncheckedIOException;
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
import java.util.stream.Stream;

/** Simulates pools, one seed after the other, with the code of the libraries as it is. */
public final class Simulator {

    private static final String LIBRARY = "io/sluice/pool/PoolConfig.class";

    /** Fixtures, which may be in the same archive. */
    private static final String NOT_OF_THE_LIBRARY = "io/sluice/pool/fault/";

    private static final String SCENARIO = "io.sluice.sim.scenario.PoolScenario";

    private final SimLoader loader;

    public Simulator() {
        ClassLoader parent = Simulator.class.getClassLoader();
        loader =
                new SimLoader(
                        parent,
                        List.of("io.sluice.pool."),
                        List.of(
                                "io.sluice.pool.internal.jfr.", // locks of the JDK, not shared here
                                "io.sluice.sim.world.",
                                "io.sluice.sim.invariant.",
                                "io.sluice.sim.scenario."));
        initialize(Objects.requireNonNull(parent.getResource(LIBRARY), "the library is missing"));
    }

    /** So that no simulation differs from the next because it is the first to use a class. */
    private void initialize(URL one) {
        try {
            URI uri = one.toURI();
            if (!uri.getScheme().equals("jar")) {
                initializeBelow(Path.of(uri), LIBRARY);
                return;
            }
            try (FileSystem jar = FileSystems.newFileSystem(uri, Map.of())) {
                initializeBelow(jar.getPath("/", LIBRARY), LIBRARY);
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
                        && !path.startsWith(NOT_OF_THE_LIBRARY)) {
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

    /** Runs one seed. */
    public Outcome run(long seed) {
        return run(seed, /* keepsAll= */ false);
    }

    /**
     * Runs one seed.
     *
     * @param keepsAll whether the log keeps all events
     */
    public Outcome run(long seed, boolean keepsAll) {
        return Simulation.run(seed, Schedule.of(seed), scenario(), keepsAll);
    }

    private Scenario scenario() {
        try {
            return (Scenario) loader.loadClass(SCENARIO).getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
