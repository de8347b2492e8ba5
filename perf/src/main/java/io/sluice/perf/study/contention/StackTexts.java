package io.sluice.perf.study.contention;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import one.convert.Arguments;
import one.convert.FlameGraph;

/** Writes waits in the forms of async-profiler. */
final class StackTexts {

    private StackTexts() {}

    /**
     * Returns a line for each stack, as flame graphs are made of: what was waited for, the stack
     * from its outermost frame on, the class of the lock, and the nanoseconds.
     */
    static String collapsed(Collection<WaitStack> stacks) {
        StringBuilder text = new StringBuilder();
        for (WaitStack stack : stacks) {
            List<String> line = new ArrayList<>(List.of("[" + stack.kind().title() + "]"));
            List<String> frames = new ArrayList<>(stack.frames());
            Collections.reverse(frames);
            frames.forEach(frame -> line.add(withSlashes(frame)));
            line.add(stack.lock());
            text.append(String.join(";", line)).append(' ').append(stack.nanos()).append('\n');
        }
        return text.toString();
    }

    private static String withSlashes(String frame) {
        int method = frame.lastIndexOf('.');
        return frame.substring(0, method).replace('.', '/') + frame.substring(method);
    }

    /** Returns the waits for locks: each stack, those with the longest waits first. */
    static String traces(Collection<WaitStack> stacks) {
        List<WaitStack> blocked =
                stacks.stream()
                        .filter(stack -> stack.kind().contention())
                        .sorted(Comparator.comparingLong(WaitStack::nanos).reversed())
                        .toList();
        long count = blocked.stream().mapToLong(WaitStack::count).sum();
        double percent = 100.0 / Math.max(1, blocked.stream().mapToLong(WaitStack::nanos).sum());
        StringBuilder text = new StringBuilder();
        add(text, "--- Execution profile ---\n");
        add(text, "Total samples       : %d\n\n", count);
        for (WaitStack stack : blocked) {
            add(
                    text,
                    "--- %d ns (%.2f%%), %d sample%s\n",
                    stack.nanos(),
                    stack.nanos() * percent,
                    stack.count(),
                    stack.count() == 1 ? "" : "s");
            add(text, "  [%2d] %s\n", 0, stack.lock());
            for (int i = 0; i < stack.frames().size(); i++) {
                add(text, "  [%2d] %s\n", i + 1, stack.frames().get(i));
            }
            add(text, "\n");
        }
        add(text, "%12s  percent  samples  top\n", "ns");
        add(text, "  ----------  -------  -------  ---\n");
        for (LockSum sum : LockSum.of(blocked)) {
            add(
                    text,
                    "%12d  %6.2f%%  %7d  %s\n",
                    sum.nanos(),
                    sum.nanos() * percent,
                    sum.count(),
                    sum.lock());
        }
        return text.toString();
    }

    private static void add(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values));
    }

    /**
     * Returns a flame graph as a self-contained page.
     *
     * @param title what it shows
     * @param collapsed a line for each stack
     */
    static String flameGraph(String title, String collapsed) {
        Arguments arguments = new Arguments("--lock", "--total", "--title", title);
        FlameGraph graph = new FlameGraph(arguments);
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        try {
            graph.parseCollapsed(new StringReader(collapsed));
            graph.dump(page);
        } catch (IOException e) {
            throw new IllegalStateException("nothing is read and written but memory", e);
        }
        return page.toString(StandardCharsets.UTF_8);
    }
}
