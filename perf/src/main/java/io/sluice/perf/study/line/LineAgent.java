package io.sluice.perf.study.line;

import io.sluice.perf.command.MeasurementException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;

/** The agent that puts {@link Probe} into a virtual machine before anything else runs there. */
public final class LineAgent {

    private static final String PROBE = "io/sluice/perf/study/line/Probe.class";

    /** A class with many methods. */
    private static final String SAMPLE = "java/util/HashMap.class";

    private static final FieldNumbers FIELDS = new FieldNumbers();
    private static @Nullable ProbeInserter inserter;

    private LineAgent() {}

    /**
     * Writes the archive that a virtual machine is given as its agent.
     *
     * @param folder where to
     */
    static Path writeInto(Path folder) throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue("Premain-Class", LineAgent.class.getName());
        attributes.putValue("Can-Retransform-Classes", "true");
        Path jar = folder.resolve("line-agent.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream archive = new JarOutputStream(file, manifest)) {
            archive.putNextEntry(new ZipEntry(PROBE));
            archive.write(bytesOf(PROBE));
        }
        return jar;
    }

    /** Returns the flags of a virtual machine that counts. */
    static List<String> flags(Path jar) {
        return List.of(
                "-javaagent:" + jar + "=" + jar,
                // Otherwise it prints a warning about class sharing among the figures.
                "-Xshare:off",
                // To find where the fields of an object are.
                "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED");
    }

    /**
     * Called by the virtual machine.
     *
     * @param jar the archive that {@link Probe} is in, for the bootstrap loader
     */
    public static void premain(String jar, Instrumentation instrumentation)
            throws IOException, UnmodifiableClassException {
        instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(jar));
        ProbeInserter made = new ProbeInserter(FIELDS);
        // Once before it is needed, so that what it uses is not loaded while another class is.
        made.changed(bytesOf(SAMPLE), /* all= */ true);
        instrumentation.addTransformer(made, /* canRetransform= */ true);
        inserter = made;
        instrumentation.retransformClasses(
                Arrays.stream(instrumentation.getAllLoadedClasses())
                        .filter(instrumentation::isModifiableClass)
                        .filter(type -> ProbeInserter.covers(type.getName().replace('.', '/')))
                        .toArray(Class<?>[]::new));
    }

    /** Returns the fields of all changed classes; fails if a class could not be changed. */
    static FieldNumbers fields() {
        ProbeInserter working = inserter;
        if (working == null) {
            throw new MeasurementException("the agent that counts is missing from the flags");
        }
        working.check();
        return FIELDS;
    }

    private static byte[] bytesOf(String resource) {
        try (InputStream in = ClassLoader.getSystemResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("no " + resource + " on the class path");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + resource, e);
        }
    }
}
