package io.sluice.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.h2.Driver;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An image of the JDK with the modules of Sluice and an application, as {@code docs/packaging.md}
 * makes it, run with H2 on its class path. It lacks every module that Sluice can do without. The
 * application is compiled with the two jars alone, and javac has nothing to warn of.
 */
@Tag("once")
class JlinkIT {

    private static final Path JDK = Path.of(System.getProperty("java.home"), "bin");

    private static final String MODULE =
            """
            module com.example.orders {
                requires io.sluice.jdbc;
            }
            """;

    private static final String MAIN =
            """
            package com.example.orders;

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
    void anImageWithTheModulesServesConnections() throws Exception {
        String modules =
                Stream.of(BuiltJars.of("sluice-pool-core"), BuiltJars.of("sluice-pool-jdbc4"))
                        .map(Path::toString)
                        .collect(Collectors.joining(File.pathSeparator));
        Path source = Files.createDirectories(folder.resolve("source/com/example/orders"));
        Files.writeString(source.resolve("Main.java"), MAIN);
        Path module = Files.writeString(folder.resolve("source/module-info.java"), MODULE);
        Path classes = folder.resolve("classes");
        run(
                tool("javac"),
                "-Xlint:all",
                "-Werror",
                "-d",
                classes.toString(),
                "--module-path",
                modules,
                module.toString(),
                source.resolve("Main.java").toString());
        Path image = folder.resolve("image");
        run(
                tool("jlink"),
                "--module-path",
                classes + File.pathSeparator + modules,
                "--add-modules",
                "com.example.orders,java.naming", // the latter for H2
                "--output",
                image.toString());
        String java = image.resolve("bin/java").toString();

        assertThat(run(java, "--list-modules").lines().map(name -> name.replaceAll("@.*", "")))
                .contains("com.example.orders", "io.sluice.jdbc", "io.sluice.pool")
                .doesNotContain("jdk.jfr", "java.management");
        assertThat(
                        run(
                                java,
                                "-cp",
                                BuiltJars.with(Driver.class).toString(),
                                "-m",
                                "com.example.orders/com.example.orders.Main"))
                .contains("H2" + System.lineSeparator());
    }

    private static String tool(String name) {
        return JDK.resolve(name).toString();
    }

    /** Runs a program that must succeed, and returns what it prints. */
    private String run(String... command) throws Exception {
        Path printed = folder.resolve("printed.txt");
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(printed.toFile())
                        .start();
        try {
            assertThat(process.waitFor(2, TimeUnit.MINUTES)).as(command[0] + " has ended").isTrue();
        } finally {
            process.destroyForcibly();
        }
        String text = Files.readString(printed);
        assertThat(process.exitValue()).as(text).isZero();
        return text;
    }
}
