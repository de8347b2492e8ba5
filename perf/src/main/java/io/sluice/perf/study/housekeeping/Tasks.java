package io.sluice.perf.study.housekeeping;

import io.sluice.perf.fork.Spent;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * The threads of this process, as Linux counts their activity. Other systems have no such count.
 */
final class Tasks {

    private static final Path FOLDER = Path.of("/proc/self/task");

    private static final Pattern VOLUNTARY =
            Pattern.compile("^voluntary_ctxt_switches:\\s+(\\d+)$", Pattern.MULTILINE);

    /** A thread in a dump: its number in Java, and its number in the system. */
    private static final Pattern DUMPED =
            Pattern.compile("^\".*\" #(\\d+) .*\\bnid=(0x[0-9a-f]+|\\d+)\\b", Pattern.MULTILINE);

    private Tasks() {}

    /**
     * Returns how often a thread gave its processor up to wait. A sleeping thread does that each
     * time it goes back to sleep, so this is how often it was woken; a wait for a lock in between
     * counts once more.
     *
     * @param task the thread's number in the system
     * @return nothing if the system does not report it, or if the thread has ended
     */
    static OptionalLong waits(long task) {
        Matcher count = VOLUNTARY.matcher(text(Long.toString(task), "status"));
        return count.find()
                ? OptionalLong.of(Long.parseLong(count.group(1)))
                : OptionalLong.empty();
    }

    /**
     * Returns the CPU time of each thread that lives, those of the virtual machine included, in
     * nanoseconds, by its number in the system; of the whole process, under no number, where the
     * system does not report it.
     */
    static Map<Long, Long> cpuNanos() {
        Map<Long, Long> nanos = new HashMap<>();
        String[] tasks = FOLDER.toFile().list();
        for (String task : tasks == null ? new String[0] : tasks) {
            String text = text(task, "schedstat");
            if (!text.isEmpty()) {
                nanos.put(Long.valueOf(task), Long.valueOf(text.substring(0, text.indexOf(' '))));
            }
        }
        if (nanos.isEmpty()) {
            nanos.put(0L, Spent.processCpuNanos());
        }
        return nanos;
    }

    /** Returns what the system says of a thread; nothing if it has ended. */
    private static String text(String task, String file) {
        try {
            return Files.readString(FOLDER.resolve(task).resolve(file));
        } catch (IOException e) {
            return "";
        }
    }

    /** Returns whether this is Linux, or a system like it. */
    static boolean told() {
        return Files.isDirectory(FOLDER);
    }

    /**
     * Returns the number that each thread of Java has in the system, by its id in Java. The only
     * source is a thread dump; empty where a dump lacks it.
     */
    static Map<Long, Long> byThread() {
        return read(dump());
    }

    /** Reads a thread dump. */
    static Map<Long, Long> read(String dump) {
        Map<Long, Long> tasks = new HashMap<>();
        Matcher thread = DUMPED.matcher(dump);
        while (thread.find()) {
            tasks.put(Long.valueOf(thread.group(1)), Long.decode(thread.group(2)));
        }
        return tasks;
    }

    private static String dump() {
        try {
            return (String)
                    ManagementFactory.getPlatformMBeanServer()
                            .invoke(
                                    new ObjectName("com.sun.management:type=DiagnosticCommand"),
                                    "threadPrint",
                                    new Object[] {new String[0]},
                                    new String[] {String[].class.getName()});
        } catch (JMException e) {
            return ""; // a virtual machine without such commands
        }
    }
}
