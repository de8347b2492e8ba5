package io.sluice.jdbc;

import static io.sluice.pool.fixture.DataSourceInvariants.watched;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.packaging.BuiltJars;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.Driver;

/** The command line of the jar, as a process of its own, on a real PostgreSQL. */
@Timeout(120)
@Tag("once")
class CommandLineIT {

    private record Ended(int exitCode, String out, String err) {}

    @TempDir Path folder;

    private Path jar;

    /** As an operator has them: the two jars side by side. */
    @BeforeEach
    void copyJars() throws IOException {
        copyJar("sluice-pool-core");
        jar = copyJar("sluice-pool-jdbc4");
    }

    private Path copyJar(String artifact) throws IOException {
        return Files.copy(BuiltJars.of(artifact), folder.resolve(artifact + ".jar"));
    }

    private static Path driver() {
        return BuiltJars.with(Driver.class);
    }

    private Ended run(String... arguments) throws Exception {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-jar", jar.toString()));
        command.addAll(List.of(arguments));
        Process process =
                new ProcessBuilder(command)
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile())
                        .start();
        try {
            assertThat(process.waitFor(100, TimeUnit.SECONDS)).as("the command has ended").isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    private Path file(String text) throws IOException {
        return Files.writeString(
                folder.resolve("moving.properties"),
                text.replace("ADDRESS", Postgres.url())
                        .replace("USER", Postgres.USER)
                        .replace("PASSWORD", Postgres.PASSWORD));
    }

    private Ended check(Path file) throws Exception {
        return run("check", file.toString(), "--connect", "--class-path", driver().toString());
    }

    @Test
    void aFileOfHikariCpIsCheckedAgainstItsDatabase() throws Exception {
        Ended check =
                check(
                        file(
                                """
                                jdbcUrl=ADDRESS
                                username=USER
                                password=PASSWORD
                                maximumPoolSize=3
                                loginTimeout=60
                                dataSource.ApplicationName=moving
                                """));
        assertThat(check.err()).isEmpty();
        assertThat(check.exitCode()).isZero();
        assertThat(check.out())
                .contains(
                        "  maxSize = 3 (key maximumPoolSize of moving.properties (HikariCP))",
                        "  connected in ",
                        " to PostgreSQL 18",
                        " as " + Postgres.USER)
                .doesNotContain(Postgres.PASSWORD);
    }

    @Test
    void aFileOfAgroalIsCheckedAgainstItsDatabase() throws Exception {
        Ended check =
                check(
                        file(
                                """
                                jdbcUrl=ADDRESS
                                principal=USER
                                credential=PASSWORD
                                maxSize=3
                                loginTimeout=PT1M
                                acquisitionTimeout=PT5S
                                """));
        assertThat(check.err()).isEmpty();
        assertThat(check.exitCode()).isZero();
        assertThat(check.out()).contains("acquireTimeout = 5s", "  connected in ");
    }

    @Test
    void aFileOfBitronixIsCheckedAgainstItsDatabase() throws Exception {
        Ended check =
                check(
                        file(
                                """
                                transactionManager=narayana
                                resource.ds.className=org.postgresql.xa.PGXADataSource
                                resource.ds.uniqueName=jdbc/orders
                                resource.ds.maxPoolSize=3
                                resource.ds.loginTimeout=60
                                resource.ds.driverProperties.URL=ADDRESS
                                resource.ds.driverProperties.user=USER
                                resource.ds.driverProperties.password=PASSWORD
                                """));
        assertThat(check.err()).isEmpty();
        assertThat(check.exitCode()).isZero();
        assertThat(check.out()).contains("Pool jdbc/orders", "  connected in ");
    }

    @Test
    void theJarSaysThatItLacksTheOther() throws Exception {
        Files.delete(folder.resolve("sluice-pool-core.jar"));
        Ended help = run("--help");
        assertThat(help.exitCode()).isEqualTo(2);
        assertThat(help.err())
                .startsWith("error: cannot find sluice-pool-core beside this jar; put");
    }

    @Test
    void theJarFindsTheOtherInARepository() throws Exception {
        Path repository = folder.resolve("io").resolve("sluice");
        Path core = Files.createDirectories(repository.resolve("sluice-pool-core").resolve("1.0"));
        Path jdbc = Files.createDirectories(repository.resolve("sluice-pool-jdbc4").resolve("1.0"));
        Files.move(
                folder.resolve("sluice-pool-core.jar"), core.resolve("sluice-pool-core-1.0.jar"));
        jar = Files.move(jar, jdbc.resolve("sluice-pool-jdbc4-1.0.jar"));
        assertThat(run("--help").exitCode()).isZero();
    }

    // A running process: this one

    private SluiceDataSource pool() throws Exception {
        return watched(
                SluiceDataSource.create(
                        JdbcPoolConfig.builder()
                                .name("looked into")
                                .url(Postgres.url())
                                .username(Postgres.USER)
                                .password(Postgres.PASSWORD)
                                .maxSize(3)
                                .registerMbean(true)
                                .build()));
    }

    @Test
    void poolsOfAProcessAreShown() throws Exception {
        String self = String.valueOf(ProcessHandle.current().pid());
        try (SluiceDataSource pool = pool();
                Connection connection = pool.getConnection()) {
            assertThat(connection.isClosed()).isFalse();
            Ended pools = run("pools", self);
            assertThat(pools.err()).isEmpty();
            assertThat(pools.exitCode()).isZero();
            assertThat(pools.out())
                    .startsWith("looked into: total 1 of 3, minimum 0, available 0, in use 1, ")
                    .contains("waiting 0", "so far: acquired 1, timed out 0", "creation: count 1, ")
                    .doesNotContain("usage: ");
        }
        Ended none = run("pools", self);
        assertThat(none.exitCode()).isEqualTo(1);
        assertThat(none.err())
                .contains(
                        "has no open pool with an MBean; set registerMbean=true, with Spring Boot");
    }

    @Test
    void threadsThatHoldConnectionsAreShown() throws Exception {
        CountDownLatch holding = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        try (SluiceDataSource pool = pool()) {
            Thread holder =
                    new Thread(
                            () -> {
                                try (Connection connection = pool.getConnection()) {
                                    holding.countDown();
                                    end.await();
                                    connection.clearWarnings();
                                } catch (Exception e) {
                                    throw new IllegalStateException(e);
                                }
                            },
                            "holder of one");
            holder.start();
            try {
                holding.await();
                Ended holders = run("holders", String.valueOf(ProcessHandle.current().pid()));
                assertThat(holders.err()).isEmpty();
                assertThat(holders.exitCode()).isZero();
                assertThat(holders.out())
                        .startsWith("looked into: in use 1, waiting 0")
                        .contains(" ms, thread holder of one", "    at ", "CountDownLatch.await");
            } finally {
                end.countDown();
                holder.join();
            }
        }
    }
}
