package io.sluice.sim.scheduler;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What happened in a simulation: each point passed, each switch, each step of the clock, and notes.
 * Keeps the last events, or all of them, and a digest of all.
 */
public final class EventLog {

    private static final int KEPT = 1 << 9;

    /** Of a lambda, as in {@code Pool$$Lambda$95/0x00007f2df90a7338}. */
    private static final Pattern HIDDEN = Pattern.compile("(\\$\\d+)?/0x[0-9a-f]+");

    private final boolean keepsAll;
    private final List<Note> notes = new ArrayList<>();
    private long[] times = new long[KEPT];
    private int[] threads = new int[KEPT];
    private int[] events = new int[KEPT]; // a site, or the complement of a note's number
    private int next;
    private long count;
    private long digest;

    private record Note(long time, int thread, String text) {
        @Override
        public String toString() {
            return line(time, thread, text);
        }
    }

    EventLog(boolean keepsAll) {
        this.keepsAll = keepsAll;
    }

    /** A thread passes a point. */
    void point(long time, int thread, int site) {
        add(time, thread, site, Sites.hash(site));
    }

    /** Something happened that is rare enough for a text. */
    void note(long time, int thread, String text) {
        notes.add(new Note(time, thread, text));
        add(time, thread, -notes.size(), sameInEachProcess(text).hashCode());
    }

    /** Returns the text without the addresses in the names of hidden classes. */
    private static String sameInEachProcess(String text) {
        return text.contains("/0x") ? HIDDEN.matcher(text).replaceAll("") : text;
    }

    private void add(long time, int thread, int event, int hash) {
        if (next == events.length) {
            if (keepsAll) {
                times = Arrays.copyOf(times, 2 * next);
                threads = Arrays.copyOf(threads, 2 * next);
                events = Arrays.copyOf(events, 2 * next);
            } else {
                next = 0;
            }
        }
        times[next] = time;
        threads[next] = thread;
        events[next] = event;
        next++;
        count++;
        digest = (digest * 31 + time) * 31 + thread * 1_000_003L + hash;
    }

    /** Returns how many events there were. */
    public long count() {
        return count;
    }

    /** Returns a number that equals that of another run, in whatever JVM, if all events do. */
    public long digest() {
        return digest;
    }

    /** Returns the last events, each in a line. */
    public List<String> last(int most) {
        int many = (int) Math.min(Math.min(most, count), events.length);
        List<String> lines = new ArrayList<>();
        for (int i = many; i > 0; i--) {
            lines.add(line(Math.floorMod(next - i, events.length)));
        }
        return lines;
    }

    /** Returns the last events that have a text: what the scenario did, without points passed. */
    public List<String> notes(int most) {
        return notes.subList(Math.max(0, notes.size() - most), notes.size()).stream()
                .map(Note::toString)
                .toList();
    }

    private String line(int index) {
        int event = events[index];
        return line(
                times[index],
                threads[index],
                event >= 0 ? Sites.text(event) : notes.get(-event - 1).text);
    }

    private static String line(long time, int thread, String text) {
        return String.format(
                Locale.ROOT, "%,13d us  %2s  %s", time / 1_000, thread < 0 ? "" : thread, text);
    }
}
