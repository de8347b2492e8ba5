package io.sluice.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import io.sluice.spring.boot.orders.OrdersApplication;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Measures how long the application takes to start with HikariCP and with Sluice, each without and
 * with an archive of its classes (before JDK 25) or an AOT cache. All take turns. No part of a
 * build:
 *
 * <pre>
 * mvn -q -B -pl integrations/sluice-spring-boot-starter -am test -Dtest=StartUpRun \
 *     -Dsurefire.failIfNoSpecifiedTests=false -Dsluice.test.outputToFile=false -Dsluice.rounds=20
 * </pre>
 */
class StartUpRun {

    private static final Pattern READY = Pattern.compile("ready (\\d+) (\\d+)");

    private enum Pool {
        /** The modules of Sluice are not on the class path. */
        HIKARI,
        SLUICE
    }

    private record Contestant(Pool pool, boolean isArchived) {

        @Override
        public String toString() {
            return pool + (isArchived ? " with an archive" : "");
        }
    }

    @TempDir Path folder;

    /** From the start of the process until the application is ready, in ms. */
    private record Start(long ready, long processors) {}

    /** The measured process. Its arguments are those of the application. */
    public static void main(String[] arguments) {
        SpringApplication.run(OrdersApplication.class, arguments);
        OperatingSystemMXBean system =
                (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        System.out.println(
                "ready "
                        + ManagementFactory.getRuntimeMXBean().getUptime()
                        + " "
                        + system.getProcessCpuTime() / 1_000_000);
        System.exit(0);
    }

    @Test
    void measure() throws Exception {
        int rounds = Integer.getInteger("sluice.rounds", 20);
        Map<Contestant, List<Start>> starts = new LinkedHashMap<>();
        for (Pool pool : Pool.values()) {
            starts.put(new Contestant(pool, false), new ArrayList<>());
            starts.put(new Contestant(pool, true), new ArrayList<>());
        }
        try (EmbeddedPostgres postgres =
                EmbeddedPostgres.builder().setPGStartupWait(Duration.ofMinutes(1)).start()) {
            new JdbcTemplate(postgres.getPostgresDatabase())
                    .execute("CREATE ROLE app LOGIN SUPERUSER PASSWORD 'secret'");
            List<Contestant> order = new ArrayList<>(starts.keySet());
            for (Pool pool : Pool.values()) { // this also fills the file cache
                start(pool, making(pool), postgres.getPort());
            }
            for (int round = 0; round < rounds; round++) {
                for (Contestant contestant : order) {
                    String option =
                            contestant.isArchived() ? using(contestant.pool()) : "-Xshare:auto";
                    starts.get(contestant)
                            .add(start(contestant.pool(), option, postgres.getPort()));
                }
                Collections.rotate(order, 1);
            }
        }
        System.out.println(System.getProperty("java.vm.version") + ", " + rounds + " rounds");
        starts.forEach(
                (contestant, all) -> {
                    System.out.println(contestant + ": ready, ms: " + spread(all, Start::ready));
                    System.out.println(
                            contestant + ": processors, ms: " + spread(all, Start::processors));
                });
    }

    private static boolean hasCache() {
        return Runtime.version().feature() >= 25;
    }

    private String making(Pool pool) {
        String option = hasCache() ? "-XX:AOTCacheOutput=" : "-XX:ArchiveClassesAtExit=";
        return option + folder.resolve(pool.name());
    }

    private String using(Pool pool) {
        return (hasCache() ? "-XX:AOTCache=" : "-XX:SharedArchiveFile=")
                + folder.resolve(pool.name());
    }

    private static String spread(List<Start> starts, ToLongFunction<Start> column) {
        long[] sorted = starts.stream().mapToLong(column).sorted().toArray();
        long median = (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
        return median + " " + Arrays.toString(sorted);
    }

    private Start start(Pool pool, String option, int port)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                List.of(
                        "-Xmx512m",
                        option,
                        "-cp",
                        classPath(pool),
                        StartUpRun.class.getName(),
                        "--spring.main.web-application-type=none",
                        "--spring.main.banner-mode=off",
                        "--spring.datasource.url=jdbc:postgresql://localhost:" + port + "/postgres",
                        "--spring.datasource.username=app",
                        "--spring.datasource.password=secret",
                        "--spring.jpa.hibernate.ddl-auto=validate"));
        if (pool == Pool.SLUICE) {
            command.add("--" + Contexts.TYPE);
        }
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output;
        try (var reader = process.inputReader()) {
            output = reader.lines().collect(Collectors.joining("\n"));
        }
        assertThat(process.waitFor()).as(output).isZero();
        Matcher ready = READY.matcher(output);
        assertThat(ready.find()).as(output).isTrue();
        return new Start(Long.parseLong(ready.group(1)), Long.parseLong(ready.group(2)));
    }

    private String classPath(Pool pool) throws IOException {
        String whole =
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> entries = new ArrayList<>();
        for (String entry : whole.split(File.pathSeparator, -1)) {
            if (pool == Pool.SLUICE || !isSluice(entry)) {
                entries.add(Files.isDirectory(Path.of(entry)) ? jar(Path.of(entry)) : entry);
            }
        }
        return String.join(File.pathSeparator, entries);
    }

    /** An archive of classes takes classes of jars only. */
    private String jar(Path classes) throws IOException {
        Path jar = folder.resolve(Integer.toHexString(classes.hashCode()) + ".jar");
        if (Files.exists(jar)) {
            return jar.toString();
        }
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
                Files.copy(file, out);
            }
        }
        return jar.toString();
    }

    private static boolean isSluice(String entry) {
        return entry.matches(
                        ".*/(pool-core|pool-jdbc4|sluice-spring-boot-starter)/target/(classes|[^/]*\\.jar)")
                || entry.matches(
                        ".*/sluice-(pool-core|pool-jdbc4|spring-boot-starter)-[^/]*\\.jar");
    }
}
