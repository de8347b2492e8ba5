package io.sluice.docs;

import static io.sluice.pool.fixture.DataSourceInvariants.watched;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.SluicePools;
import io.sluice.jdbc.xa.Manager;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compiles and runs each Java sample of the README and of {@code docs/} against a real PostgreSQL,
 * and opens each properties sample there. What a sample inserts must be there afterwards, and the
 * pool of one with a transaction manager must have taken part in one transaction.
 *
 * <p>A sample is taken as it stands; only the address of the database, the names of files and
 * folders and the password that the environment has, which a reader would replace too, are put in.
 * A properties sample that names a file in its first line is that file for the Java samples; one
 * without a source of connections is part of a file that has one. A sample that sets up a
 * transaction manager runs in a JVM of its own, which ends by itself and leaves the working
 * directory empty.
 */
@Tag("once")
class DocumentationSamplesIT {

    private static final Pattern SAMPLE =
            Pattern.compile(
                    "^```(java|properties)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final String ENLIST = "io.sluice.Enlist";
    private static final Pattern INSERTED = Pattern.compile("INSERT INTO item VALUES \\((\\d+)\\)");
    private static final String ADDRESS = "jdbc:postgresql://localhost:5432/orders";
    private static final String CLASS_PATH = System.getProperty("java.class.path");
    private static final String MANAGER_LOG = "/var/lib/orders/transactions";
    private static final String SECRET = "/etc/secrets/orders";

    /** Tests of the integrations run the samples of these pages. */
    private static final Set<String> RUN_ELSEWHERE =
            Set.of("spring-boot.md", "hibernate.md", "frameworks.md", "testing.md");

    private static final Pattern IMPORTS = Pattern.compile("\\A(?:import [\\w.]+;\\n)+\\n");

    /** Runs the sample under a recording of enlistments, which it writes to the file it is told. */
    private static final String PROGRAM =
            """
            import io.sluice.jdbc.*;
            import io.sluice.pool.*;
            import jakarta.transaction.TransactionManager;
            import java.nio.file.*;
            import java.sql.*;
            import java.time.*;
            import java.util.*;
            %s
            public class %s {
                public static void main(String[] arguments) throws Exception {
                    try (jdk.jfr.Recording recording = new jdk.jfr.Recording()) {
                        recording.enable("%s").withoutThreshold();
                        recording.start();
                        run();
                        recording.stop();
                        recording.dump(Path.of(arguments[0]));
                    }
                }

                private static void run() throws Exception {
            %s
                }
            }
            """;

    @TempDir static Path folder;

    private static EmbeddedPostgres postgres;
    private static String address;

    @BeforeAll
    static void startDatabase() throws Exception {
        Manager.NARAYANA.get(); // for the samples that do not set it up
        postgres =
                EmbeddedPostgres.builder()
                        .setServerConfig("max_prepared_transactions", "20")
                        .setPGStartupWait(Duration.ofMinutes(1))
                        .start();
        try (Connection connection = postgres.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE ROLE app LOGIN PASSWORD 'secret'");
            statement.execute("CREATE TABLE item (id int PRIMARY KEY)");
            statement.execute("GRANT ALL ON item TO app");
            statement.execute("CREATE SCHEMA acme AUTHORIZATION app");
            statement.execute("CREATE TABLE acme.invoice (id int PRIMARY KEY)");
            statement.execute("ALTER TABLE acme.invoice OWNER TO app");
        }
        address = "jdbc:postgresql://localhost:" + postgres.getPort() + "/postgres";
        Path secret = Files.createDirectory(folder.resolve("secret"));
        Files.writeString(secret.resolve("username"), "app");
        Files.writeString(secret.resolve("password"), "secret");
    }

    @AfterAll
    static void stopDatabase() throws IOException {
        postgres.close();
    }

    @TestFactory
    Stream<DynamicTest> samplesCompileAndRun() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        int javaSamples = 0;
        int propertiesSamples = 0;
        for (Path page : pages()) {
            Matcher matcher = SAMPLE.matcher(Files.readString(page));
            int number = 0;
            while (matcher.find()) {
                String text =
                        matcher.group(2)
                                .replace(ADDRESS, address)
                                .replace(SECRET, folder.resolve("secret").toString())
                                .replace("${DB_PASSWORD}", "${SLUICE_NO_SUCH_VARIABLE:secret}");
                number++;
                String title = page.getFileName() + " sample " + number;
                if (matcher.group(1).equals("properties")) {
                    propertiesSamples++;
                    Path file = keepFile(text, "sample" + propertiesSamples + ".properties");
                    tests.add(DynamicTest.dynamicTest(title, () -> open(file)));
                } else {
                    javaSamples++;
                    String name = "Sample" + javaSamples;
                    tests.add(DynamicTest.dynamicTest(title, () -> runAndJudge(name, text)));
                }
            }
        }
        assertThat(javaSamples).as("Java samples found").isGreaterThanOrEqualTo(12);
        assertThat(propertiesSamples).as("properties samples found").isGreaterThanOrEqualTo(9);
        return tests.stream();
    }

    private static List<Path> pages() throws IOException {
        Path top = Path.of("..").toAbsolutePath().normalize();
        List<Path> pages = new ArrayList<>(List.of(top.resolve("README.md")));
        try (Stream<Path> docs = Files.list(top.resolve("docs"))) {
            docs.filter(page -> page.toString().endsWith(".md"))
                    .filter(page -> !RUN_ELSEWHERE.contains(page.getFileName().toString()))
                    .sorted()
                    .forEach(pages::add);
        }
        return pages;
    }

    /** A properties sample that begins with a file's name in a comment is that file. */
    private static Path keepFile(String text, String otherwise) throws IOException {
        Matcher name = Pattern.compile("^# (\\S+\\.properties)$", Pattern.MULTILINE).matcher(text);
        return Files.writeString(folder.resolve(name.find() ? name.group(1) : otherwise), text);
    }

    /** A copied sample gives connections, and no warnings. */
    private static void open(Path file) throws Exception {
        String text = Files.readString(file);
        if (text.contains("\npool.")) {
            try (SluicePools pools = watched(SluicePools.load(file))) {
                for (String name : pools.names()) {
                    acquireFrom(pools.get(name));
                }
            }
            return;
        }
        if (!text.contains("url =") && !text.contains("jdbcUrl =")) {
            Files.writeString(
                    file, "url = " + address + "\nusername = app\npassword = secret\n" + text);
        }
        try (SluiceDataSource pool = watched(SluiceDataSource.load(file))) {
            acquireFrom(pool);
        }
    }

    private static void acquireFrom(SluiceDataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            assertThat(connection.isValid(5)).isTrue();
        }
        assertThat(pool.configuration().warnings()).isEmpty();
    }

    private static void runAndJudge(String name, String sample) throws Exception {
        Path log = folder.resolve(name + "-log");
        Path recorded = folder.resolve(name + ".jfr");
        compile(name, sample.replace(MANAGER_LOG, log.toString()));
        if (sample.contains(MANAGER_LOG)) {
            runInAnotherJvm(name, recorded);
            assertThat(log).as("the log of the manager").isNotEmptyDirectory();
        } else {
            run(name, recorded);
        }
        assertThat(RecordingFile.readAllEvents(recorded))
                .filteredOn(event -> event.getEventType().getName().equals(ENLIST))
                .as("connections enlisted in transactions")
                .hasSize(sample.contains(".transactionManager(") ? 1 : 0);
        Matcher inserted = INSERTED.matcher(sample);
        while (inserted.find()) {
            assertThat(isThere(inserted.group(1))).as(inserted.group()).isTrue();
        }
    }

    private static boolean isThere(String id) throws SQLException {
        try (Connection connection = postgres.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT id FROM item WHERE id = " + id)) {
            return row.next();
        }
    }

    private static void compile(String name, String sample) throws IOException {
        Matcher imports = IMPORTS.matcher(sample);
        String imported = imports.find() ? imports.group() : "";
        String code =
                sample.substring(imported.length())
                        .replaceAll("Path\\.of\\(\"(\\w+\\.properties)\"\\)", fileCall());
        Path source = folder.resolve(name + ".java");
        Files.writeString(source, PROGRAM.formatted(imported, name, ENLIST, code));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            boolean compiled =
                    compiler.getTask(
                                    messages,
                                    files,
                                    null,
                                    List.of("-d", folder.toString(), "-cp", CLASS_PATH),
                                    null,
                                    files.getJavaFileObjects(source))
                            .call();
            assertThat(compiled).as(() -> messages + "\n" + sample).isTrue();
        }
    }

    private static void run(String name, Path recorded) throws Exception {
        try (URLClassLoader loader =
                new URLClassLoader(
                        new URL[] {folder.toUri().toURL()},
                        DocumentationSamplesIT.class.getClassLoader())) {
            loader.loadClass(name)
                    .getMethod("main", String[].class)
                    .invoke(null, (Object) new String[] {recorded.toString()});
        }
    }

    private static void runInAnotherJvm(String name, Path recorded) throws Exception {
        Path empty = Files.createDirectory(folder.resolve(name + "-directory"));
        Path printed = folder.resolve(name + ".txt");
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                folder + File.pathSeparator + CLASS_PATH,
                                name,
                                recorded.toString())
                        .directory(empty.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(printed.toFile())
                        .start();
        try {
            assertThat(process.waitFor(2, TimeUnit.MINUTES)).as("the program has ended").isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).as(Files.readString(printed)).isZero();
        assertThat(empty).as("the working directory").isEmptyDirectory();
    }

    private static String fileCall() {
        return Matcher.quoteReplacement("Path.of(\"" + folder + "/") + "$1\")";
    }
}
