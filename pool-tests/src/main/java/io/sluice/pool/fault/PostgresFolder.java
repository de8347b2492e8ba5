package io.sluice.pool.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The data of a server of our own, and its settings, in a temporary folder. Not thread-safe.
 *
 * @param root the folder around the data
 */
record PostgresFolder(Path root) {

    private static final String SETTINGS_FILE = "postgresql.auto.conf";

    private static final Map<String, String> SETTINGS =
            Map.of(
                    "listen_addresses", "127.0.0.1",
                    "unix_socket_directories", "",
                    "shared_buffers", "32MB",
                    "fsync", "off",
                    "full_page_writes", "off",
                    "synchronous_commit", "on", // or a kill takes what was committed
                    "wal_level", "replica",
                    "wal_keep_size", "256MB",
                    "hot_standby", "on");

    static PostgresFolder create() {
        try {
            return new PostgresFolder(Files.createTempDirectory("sluice-postgres"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path data() {
        return root.resolve("data");
    }

    /** Makes the data of a new server, which trusts its administrator only. */
    void initialize(String admin, Map<String, String> settings) throws IOException {
        ServerProcess.run(
                PostgresBinaries.command(
                        "initdb",
                        List.of(
                                "-D",
                                data().toString(),
                                "-U",
                                admin,
                                "-A",
                                "trust",
                                "-N",
                                "-E",
                                "UTF8",
                                "--locale=C")));
        Map<String, String> all = new TreeMap<>(SETTINGS);
        all.putAll(settings);
        StringBuilder text = new StringBuilder();
        all.forEach((key, value) -> text.append(setting(key, value)));
        Files.writeString(data().resolve(SETTINGS_FILE), text);
        Files.writeString(
                data().resolve("pg_hba.conf"),
                """
                host all         %1$s 127.0.0.1/32 trust
                host replication %1$s 127.0.0.1/32 trust
                host all         all  127.0.0.1/32 scram-sha-256
                """
                        .formatted(admin));
    }

    /** Copies the data of a server that runs, for one that is to follow it. */
    void follow(PostgresFolder primary, Connection admin, String conninfo)
            throws IOException, SQLException {
        BaseBackup.copy(admin, primary.data(), data());
        Path settings = data().resolve(SETTINGS_FILE);
        Files.writeString(
                settings, Files.readString(settings) + setting("primary_conninfo", conninfo));
        Files.createFile(data().resolve("standby.signal"));
    }

    private static String setting(String key, String value) {
        return key + " = '" + value.replace("'", "''") + "'\n";
    }

    /** Deletes everything, if it is there. */
    void delete() {
        Folders.delete(root);
    }
}
