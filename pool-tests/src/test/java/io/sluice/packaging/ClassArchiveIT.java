package io.sluice.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.h2.Driver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An archive of the classes of an application, as {@code docs/packaging.md} makes it, with the jars
 * of this build and H2.
 */
class ClassArchiveIT {

    private static final Path JDK = Path.of(System.getProperty("java.home"), "bin");

    private static final String MAIN =
            """
            import io.sluice.jdbc.SluiceDataSource;
            import java.sql.Connection;

            public class Main {
                public static void main(String[] arguments) throws Exception {
                    SluiceDataSource orders = new SluiceDataSource();
                    orders.setUrl("jdbc:h2:mem:");
                    try (Connection connection = orders.getConnection()) {
                        System.out.println(connection.getMetaData().getDatabaseProductName());
                    }
                    orders.close();
                }
            }
            """;

    @TempDir Path folder;

    @Test
    void theArchiveHasTheClassesOfThePoolAndGivesNoWarning() throws Exception {
        boolean hasCache = Runtime.version().feature() >= 25;
        Path archive = folder.resolve("orders.archive");

        String made =
                run((hasCache ? "-XX:AOTCacheOutput=" : "-XX:ArchiveClassesAtExit=") + archive);
        assertThat(archive).isNotEmptyFile();
        // JDK 17 warns of two events of its own.
        assertThat(warnings(made)).filteredOn(line -> !line.contains("Skipping jdk/")).isEmpty();

        String used =
                run(
                        (hasCache ? "-XX:AOTCache=" : "-XX:SharedArchiveFile=") + archive,
                        hasCache ? "-XX:AOTMode=on" : "-Xshare:on", // fails if it cannot be used
                        "-Xlog:class+load");
        assertThat(warnings(used)).isEmpty();
        List<String> loaded = ofSluice(used);
        assertThat(loaded).hasSizeGreaterThan(100);
        assertThat(loaded).filteredOn(line -> !line.contains("shared objects file")).isEmpty();
    }

    private static List<String> warnings(String printed) {
        assertThat(printed).contains("H2");
        return printed.lines()
                .filter(line -> line.contains("[warning]") || line.contains("[error]"))
                .toList();
    }

    /** The lines of the log for classes of Sluice that jars have; the JVM makes others itself. */
    private static List<String> ofSluice(String log) {
        return log.lines()
                .filter(line -> line.contains(" io.sluice.") && line.contains(" source: "))
                .filter(line -> !line.contains("Lambda") && !line.contains("0x"))
                .toList();
    }

    private String run(String... options) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(JDK.resolve("java").toString());
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", classPath(), "Main"));
        return process(command);
    }

    /** An archive takes classes of jars only. */
    private String classPath() throws Exception {
        Path application = folder.resolve("application.jar");
        if (Files.notExists(application)) {
            Path source = Files.writeString(folder.resolve("Main.java"), MAIN);
            String classes = folder.resolve("classes").toString();
            process(
                    List.of(
                            JDK.resolve("javac").toString(),
                            "-d",
                            classes,
                            "-cp",
                            jars(),
                            source + ""));
            process(
                    List.of(
                            JDK.resolve("jar").toString(),
                            "--create",
                            "--file",
                            application.toString(),
                            "-C",
                            classes,
                            "Main.class"));
        }
        return application + File.pathSeparator + jars();
    }

    private static String jars() throws IOException {
        return Stream.of(
                        BuiltJars.of("sluice-pool-core"),
                        BuiltJars.of("sluice-pool-jdbc4"),
                        BuiltJars.with(Driver.class))
                .map(Path::toAbsolutePath)
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Runs a program that must succeed, and returns what it prints. */
    private String process(List<String> command) throws Exception {
        Path printed = folder.resolve("printed.txt");
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(printed.toFile())
                        .start();
        try {
            assertThat(process.waitFor(2, TimeUnit.MINUTES)).as(command.get(0)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        String text = Files.readString(printed);
        assertThat(process.exitValue()).as(text).isZero();
        return text;
    }
}
