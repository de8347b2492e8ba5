package io.sluice.perf.bank;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The files of a run: H2's file, the manager's log, and what the workers log and print. The last
 * few workers also have copies of the first two as they found them, since a worker changes what it
 * finds. A good run deletes them; otherwise they stay for a look. For one thread.
 */
record BankFolder(Path path) {

    /** The number of copies that are kept: enough to see a transfer come and go. */
    private static final int COPIES = 6;

    private static final String H2 = "bank";
    private static final String H2_FILE = H2 + ".mv.db";
    private static final String LOG = "log";

    static BankFolder create() throws IOException {
        return new BankFolder(Files.createTempDirectory("sluice-bank"));
    }

    /**
     * Returns the URL of the H2 that keeps its file here. H2 only appends to it: what it writes
     * into free space it may not find after a kill (docs/transactions-and-recovery.md).
     */
    String h2() {
        return "jdbc:h2:file:" + path.resolve(H2) + ";WRITE_DELAY=0;REUSE_SPACE=FALSE";
    }

    /** Returns where the manager keeps its log. */
    Path log() {
        return path.resolve(LOG);
    }

    /** Returns the file that workers log to. */
    Path errors() {
        return path.resolve("workers.log");
    }

    /** Returns the file that workers print to. */
    Path said() {
        return path.resolve("workers.out");
    }

    /** Returns where the copy of what a worker found is, or was. */
    Path found(int worker) {
        return path.resolve("found-by-" + worker);
    }

    /** Writes a line into the output of the workers. */
    void note(String line) throws IOException {
        Files.write(said(), List.of(line), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** Copies what a worker is about to find, and forgets the oldest copy. */
    void copyFor(int worker) throws IOException {
        Path copy = Files.createDirectory(found(worker));
        copy(path.resolve(H2_FILE), copy.resolve(H2_FILE));
        copy(log(), copy.resolve(LOG));
        delete(found(worker - COPIES));
    }

    private static void copy(Path from, Path to) throws IOException {
        if (!Files.exists(from)) {
            return; // no worker has made it yet
        }
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    /** Returns the last lines of what the workers have logged. */
    String tail() throws IOException {
        if (!Files.exists(errors())) {
            return "nothing";
        }
        List<String> lines = Files.readAllLines(errors());
        return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
    }

    /** Writes down what another server contains. */
    void keep(String name, List<String> lines) throws IOException {
        Files.write(path.resolve(name), lines);
    }

    /** Deletes all of it. */
    void delete() throws IOException {
        delete(path);
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    /** Returns its path. */
    @Override
    public String toString() {
        return path.toString();
    }
}
