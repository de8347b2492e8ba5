package io.sluice.packaging;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Where the jars are that the build has made, and those that it depends on. */
public final class BuiltJars {

    private BuiltJars() {}

    /** Returns the jar of a module of this build, such as {@code sluice-pool-core}. */
    public static Path of(String artifact) throws IOException {
        Path target = Path.of("..", artifact.substring("sluice-".length()), "target");
        try (Stream<Path> files = Files.list(target)) {
            return files.filter(
                            file ->
                                    file.getFileName()
                                            .toString()
                                            .matches(artifact + "-[0-9][^-]*(-SNAPSHOT)?\\.jar"))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("no jar in " + target));
        }
    }

    /** Returns the jar of a dependency, which has the class. */
    public static Path with(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
