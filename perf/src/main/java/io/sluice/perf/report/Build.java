package io.sluice.perf.report;

import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.util.Objects;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/** The commit that the measurements were built from. */
final class Build {

    /** The attribute for the commit in the manifest of the jar. */
    static final String COMMIT = "Sluice-Commit";

    /** For classes outside the jar, or a build without a repository. */
    static final String UNKNOWN = "unknown";

    private Build() {}

    /** Returns the commit we were built from, in the words of {@code git describe}. */
    static String commit() {
        return commit(Objects.requireNonNull(Build.class.getResource("Build.class")));
    }

    /**
     * Returns the commit that a jar was built from.
     *
     * @param resource something in the jar; anything elsewhere has no commit
     */
    static String commit(URL resource) {
        try {
            if (resource.openConnection() instanceof JarURLConnection jar) {
                jar.setUseCaches(false); // closed here, and not shared with other code
                try (var file = jar.getJarFile()) {
                    return commit(file.getManifest());
                }
            }
            return UNKNOWN;
        } catch (IOException e) {
            // It only says where the figures come from, which is no reason to lose them.
            return UNKNOWN;
        }
    }

    private static String commit(@Nullable Manifest manifest) {
        String commit = manifest == null ? null : manifest.getMainAttributes().getValue(COMMIT);
        return commit == null || commit.isBlank() ? UNKNOWN : commit;
    }
}
