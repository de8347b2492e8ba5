package io.sluice.perf.study.line;

import io.sluice.perf.command.MeasurementException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;

/** The agent that puts {@link Probe} into a virtual machine before anything else runs there. */
public final class LineAgent {

    private static @Nullable ProbeInserter inserter;

    private LineAgent() {}

    /**
     * Writes the archive that a virtual machine is given as its agent, with the classes that the
     * bootstrap loader needs.
     */
    static void write(Path jar) throws IOException {
        String manifest =
                "Manifest-Version: 1.0\n"
                        + ("Premain-Class: " + LineAgent.class.getName() + "\n")
                        + ("Boot-Class-Path: " + jar.getFileName() + "\n")
                        + "Can-Retransform-Classes: true\n";
        byte[] head = manifest.getBytes(StandardCharsets.UTF_8);
        try (JarOutputStream archive =
                new JarOutputStream(
                        Files.newOutputStream(jar), new Manifest(new ByteArrayInputStream(head)))) {
            for (Class<?> type : List.of(Probe.class, Probe.Kind.class, Probe.Note.class)) {
                archive.putNextEntry(new ZipEntry(type.getName().replace('.', '/') + ".class"));
                archive.write(bytesOf(type));
            }
        }
    }

    /** Returns the flags of a virtual machine that counts. */
    static List<String> flags(Path jar) {
        return List.of(
                "-javaagent:" + jar,
                // Otherwise it prints a warning about class sharing among the figures.
                "-Xshare:off",
                // To find where the fields of an object are.
                "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED");
    }

    /** Called by the virtual machine. */
    public static void premain(String none, Instrumentation instrumentation)
            throws IOException, UnmodifiableClassException {
        ProbeInserter working = new ProbeInserter();
        // Once before it is needed, so that what it uses is not loaded while another class is.
        working.transform(null, "sample/Fork", null, null, bytesOf(LinesFork.class));
        instrumentation.addTransformer(working, /* canRetransform= */ true);
        inserter = working;
        instrumentation.retransformClasses(
                Arrays.stream(instrumentation.getAllLoadedClasses())
                        .filter(instrumentation::isModifiableClass)
                        .filter(type -> ProbeInserter.covers(type.getName().replace('.', '/')))
                        .toArray(Class<?>[]::new));
    }

    /** Fails if a class could not be changed. */
    static void check() {
        ProbeInserter working = inserter;
        if (working == null) {
            throw new MeasurementException("the agent that counts is missing from the flags");
        }
        working.check();
    }

    private static byte[] bytesOf(Class<?> type) throws IOException {
        String file = type.getName().replaceFirst(".*\\.", "") + ".class";
        try (InputStream in = type.getResourceAsStream(file)) {
            return Objects.requireNonNull(in, file).readAllBytes();
        }
    }
}
