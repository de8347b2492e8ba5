package io.sluice.perf.report;

import java.time.Duration;
import java.util.Locale;
import java.util.function.DoubleFunction;

/**
 * Writes numbers for readers: three significant digits and a unit, the same everywhere. What would
 * be rounded to zero is {@code < 0.01}.
 */
public final class Figures {

    private static final String[] STEPS = {"", " k", " M", " G"};
    private static final String TINY = "< 0.01";

    private Figures() {}

    /** Returns a count or a rate with a decimal prefix: {@code 38.1 M}. */
    public static String count(double value) {
        double scaled = value;
        int step = 0;
        while (Math.abs(scaled) >= 999.5 && step < STEPS.length - 1) {
            scaled /= 1000;
            step++;
        }
        return step == 0 && scaled == Math.rint(scaled)
                ? String.format(Locale.ROOT, "%.0f", scaled)
                : threeDigits(scaled) + STEPS[step];
    }

    /**
     * Returns a time given in microseconds in the unit that suits it: {@code 412 µs}, {@code 1.07
     * ms}.
     */
    public static String micros(double micros) {
        if (Math.abs(micros) < 999.5) {
            return threeDigits(micros) + " µs";
        }
        double millis = micros / 1000;
        return Math.abs(millis) < 999.5
                ? threeDigits(millis) + " ms"
                : threeDigits(millis / 1000) + " s";
    }

    /** The same for a time given in milliseconds. */
    public static String millis(double millis) {
        return micros(1e3 * millis);
    }

    /** The same for a time given in seconds. */
    public static String seconds(double seconds) {
        return micros(1e6 * seconds);
    }

    /** Returns a time given in nanoseconds in the unit that suits it: {@code 12.3 ns}. */
    public static String nanos(double nanos) {
        return Math.abs(nanos) < 999.5 ? threeDigits(nanos) + " ns" : micros(nanos / 1000);
    }

    /** Returns how long something took: {@code 48 s}, {@code 93 min}. */
    public static String took(Duration time) {
        return time.toSeconds() < 120 ? time.toSeconds() + " s" : time.toMinutes() + " min";
    }

    /**
     * Returns a situation in words: {@code 8 threads on 1 connection}.
     *
     * @param shared how many of what there are
     * @param noun one of them
     * @param tokens how much work is done while a thread holds one
     */
    public static String title(int threads, int shared, String noun, int tokens) {
        String clients = threads + (threads == 1 ? " thread on " : " threads on ");
        String work = tokens > 0 ? ", " + tokens + " tokens of work while holding" : "";
        return clients + shared + " " + noun + (shared == 1 ? "" : "s") + work;
    }

    /** Returns a part of a whole in percent. */
    public static String percent(double part) {
        return percent(part, 0);
    }

    /**
     * The same with some decimals.
     *
     * @param decimals how many
     */
    public static String percent(double part, int decimals) {
        double least = Math.pow(10, -decimals);
        double percent = 100 * part;
        if (percent == 0 || Math.abs(percent) >= least / 2) {
            return String.format(
                    Locale.ROOT, "%." + (percent == 0 ? 0 : decimals) + "f %%", percent);
        }
        return String.format(Locale.ROOT, "< %." + decimals + "f %%", least);
    }

    /** Returns a ratio with two decimals. */
    public static String ratio(double value) {
        return isTiny(value) ? TINY : String.format(Locale.ROOT, "%.2f", value);
    }

    /** Returns the range of a spread; nothing when it is of one round only. */
    public static String range(Spread spread, DoubleFunction<String> format) {
        return spread.count() < 2
                ? ""
                : format.apply(spread.min()) + " – " + format.apply(spread.max());
    }

    private static boolean isTiny(double value) {
        return value != 0 && Math.abs(value) < 0.005;
    }

    private static String threeDigits(double value) {
        double size = Math.abs(value);
        if (size == 0) {
            return "0";
        }
        if (isTiny(value)) {
            return TINY;
        }
        int decimals = size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}
