package io.sluice.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import io.sluice.spring.boot.orders.OrdersApplication;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Measures how long the application takes to start with HikariCP and with Sluice; the two take
 * turns. No part of a build:
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
        Map<Pool, List<Start>> starts = new EnumMap<>(Pool.class);
        for (Pool pool : Pool.values()) {
            starts.put(pool, new ArrayList<>());
        }
        try (EmbeddedPostgres postgres =
                EmbeddedPostgres.builder().setPGStartupWait(Duration.ofMinutes(1)).start()) {
            new JdbcTemplate(postgres.getPostgresDatabase())
                    .execute("CREATE ROLE app LOGIN SUPERUSER PASSWORD 'secret'");
            for (int round = -1; round < rounds; round++) { // the first fills the file cache
                for (int i = 0; i < 2; i++) {
                    Pool pool = Pool.values()[(round + 1 + i) % 2];
                    Start start = start(pool, postgres.getPort());
                    if (round >= 0) {
                        starts.get(pool).add(start);
                    }
                }
            }
        }
        starts.forEach(
                (pool, all) -> {
                    System.out.println(pool + " ready, ms: " + spread(all, Start::ready));
                    System.out.println(pool + " processors, ms: " + spread(all, Start::processors));
                });
    }

    private static String spread(List<Start> starts, ToLongFunction<Start> column) {
        long[] sorted = starts.stream().mapToLong(column).sorted().toArray();
        long median = (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
        return median + " " + Arrays.toString(sorted);
    }

    private static Start start(Pool pool, int port) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                List.of(
                        "-Xmx512m",
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

    private static String classPath(Pool pool) {
        String whole =
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path"));
        return Stream.of(whole.split(File.pathSeparator, -1))
                .filter(entry -> pool == Pool.SLUICE || !isSluice(entry))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static boolean isSluice(String entry) {
        return entry.matches(
                        ".*/(pool-core|pool-jdbc4|sluice-spring-boot-starter)/target/(classes|[^/]*\\.jar)")
                || entry.matches(
                        ".*/sluice-(pool-core|pool-jdbc4|spring-boot-starter)-[^/]*\\.jar");
    }
}
