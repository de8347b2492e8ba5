package io.sluice.perf.report;

import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/**
 * The machine and the build that figures were measured with.
 *
 * @param jvm name, version and vendor of the virtual machine
 * @param os the operating system
 * @param processor the model of the processor, or its architecture if unknown
 * @param cores how many processors the virtual machine may use
 * @param commit the commit of the measurements, and of Sluice in them
 */
public record Machine(String jvm, String os, String processor, int cores, String commit) {

    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

    /** The attribute for the commit in the manifest of the jar. */
    static final String COMMIT = "Sluice-Commit";

    /** For classes outside the jar, or a build without a repository. */
    static final String UNKNOWN = "unknown";

    /** Returns the machine we run on. */
    public static Machine current() {
        String jvm = System.getProperty("java.vm.name") + " " + Runtime.version();
        return new Machine(
                jvm + " (" + System.getProperty("java.vendor") + ")",
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                processorModel(),
                Runtime.getRuntime().availableProcessors(),
                builtFrom());
    }

    private static String processorModel() {
        String architecture = System.getProperty("os.arch");
        try (Stream<String> lines = Files.lines(CPU_INFO)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(architecture);
        } catch (IOException e) {
            // Only Linux has this file; elsewhere the architecture must do.
            return architecture;
        }
    }

    /** Returns the commit we were built from, in the words of {@code git describe}. */
    static String builtFrom() {
        return builtFrom(Objects.requireNonNull(Machine.class.getResource("Machine.class")));
    }

    /**
     * Returns the commit that a jar was built from.
     *
     * @param resource something in the jar; anything elsewhere has no commit
     */
    static String builtFrom(URL resource) {
        try {
            if (resource.openConnection() instanceof JarURLConnection jar) {
                jar.setUseCaches(false); // closed here, and not shared with other code
                try (var file = jar.getJarFile()) {
                    Manifest manifest = file.getManifest();
                    String commit =
                            manifest == null ? "" : manifest.getMainAttributes().getValue(COMMIT);
                    return commit == null || commit.isBlank() ? UNKNOWN : commit;
                }
            }
        } catch (IOException e) {
            // It only says where the figures come from, which is no reason to lose them.
        }
        return UNKNOWN;
    }
}
