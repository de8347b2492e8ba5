package io.sluice.perf.report;

import java.util.Arrays;
import java.util.Collection;
import java.util.Map;

/**
 * The results of several rounds of one measurement: their median and their range.
 *
 * @param median the middle value, or the mean of the two middle ones
 * @param min the smallest value
 * @param max the largest value
 * @param count how many rounds
 */
public record Spread(double median, double min, double max, int count) {

    /**
     * Returns the spread of some values.
     *
     * @param values at least one
     */
    public static Spread of(Collection<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException(
                    "no values; expected at least one to take a median of");
        }
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        int n = sorted.length;
        double median = n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
        return new Spread(median, sorted[0], sorted[n - 1], n);
    }

    /** Adds median, least and greatest value to a result, under the name and two similar ones. */
    public void putInto(Map<String, Object> result, String name) {
        result.put(name, median);
        result.put(name + "Min", min);
        result.put(name + "Max", max);
    }
}
