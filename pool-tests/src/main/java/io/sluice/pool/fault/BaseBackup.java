package io.sluice.pool.fault;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;

/**
 * A copy of the data of a running server, made while it runs, from which a standby starts. The
 * embedded binaries have no {@code pg_basebackup}.
 */
final class BaseBackup {

    /** Folders whose files the copy does without: it gets them from the primary or anew. */
    private static final Set<String> EMPTY =
            Set.of("pg_wal", "pg_replslot", "pg_stat_tmp", "pg_notify", "pg_subtrans");

    private static final Set<String> OMITTED = Set.of("postmaster.pid", "postmaster.opts");

    private static final String CONTROL = "global/pg_control";

    private BaseBackup() {}

    /** Copies the folder of a server that the connection administers. */
    static void copy(Connection admin, Path from, Path to) throws SQLException, IOException {
        try (Statement statement = admin.createStatement()) {
            statement.execute("SELECT pg_backup_start('standby', true)");
            copyFiles(from, to);
            copyFile(from.resolve(CONTROL), to.resolve(CONTROL)); // after everything else
            try (ResultSet stopped =
                    statement.executeQuery("SELECT labelfile FROM pg_backup_stop(false)")) {
                stopped.next();
                Files.writeString(to.resolve("backup_label"), stopped.getString(1));
            }
        }
    }

    private static void copyFiles(Path from, Path to) throws IOException {
        Files.walkFileTree(
                from,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(
                            Path folder, BasicFileAttributes attributes) throws IOException {
                        copyFile(folder, to.resolve(from.relativize(folder)));
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        Path name = from.relativize(file);
                        if (!EMPTY.contains(name.getName(0).toString())
                                && !OMITTED.contains(name.toString())
                                && !name.toString().equals(CONTROL)) {
                            copyFile(file, to.resolve(name));
                        }
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException e)
                            throws IOException {
                        if (e instanceof NoSuchFileException) {
                            return FileVisitResult.CONTINUE;
                        }
                        throw e;
                    }
                });
    }

    /** What the server deletes meanwhile is nothing that the copy needs. */
    private static void copyFile(Path from, Path to) throws IOException {
        try {
            Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
        } catch (NoSuchFileException e) {
            if (Files.exists(from)) {
                throw e;
            }
        }
    }
}
