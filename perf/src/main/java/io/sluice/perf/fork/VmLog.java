package io.sluice.perf.fork;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The file that a virtual machine writes its log to. */
public final class VmLog implements Closeable {

    private final Path file;

    /** Makes the file. */
    public VmLog() throws IOException {
        file = Files.createTempFile("sluice-perf", ".log");
    }

    /** Returns the flag of the virtual machine: one file without a limit of its size. */
    public String flag(String what, String decorations) {
        return "-Xlog:" + what + ":file=" + file + ":" + decorations + ":filecount=0";
    }

    /** Returns what is in the file; each byte is a character, so that no content is a failure. */
    public List<String> lines() throws IOException {
        return Files.readAllLines(file, StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        Files.delete(file);
    }
}
