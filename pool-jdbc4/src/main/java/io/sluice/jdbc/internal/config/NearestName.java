package io.sluice.jdbc.internal.config;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Finds the name that a user probably meant to type. */
public final class NearestName {

    private NearestName() {}

    /**
     * Returns the known name with the fewest letter changes to the given one, ignoring case; null
     * if even that takes changing half of its letters.
     */
    public static @Nullable String nearest(String name, Collection<String> known) {
        String nearest = null;
        int least = Integer.MAX_VALUE;
        for (String candidate : known) {
            int most = Math.min(candidate.length() / 2, least - 1);
            if (Math.abs(name.length() - candidate.length()) > most) {
                continue; // so many letters are to be left out or added
            }
            int distance = distance(Letters.lower(name), Letters.lower(candidate), most);
            if (distance <= most) {
                least = distance;
                nearest = candidate;
            }
        }
        return nearest;
    }

    /** Counts letters added, left out or replaced; any number above the most will do. */
    private static int distance(String from, String to, int most) {
        int[] above = new int[to.length() + 1];
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            above[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            row[0] = i;
            int least = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = above[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, 1 + Math.min(above[j], row[j - 1]));
                least = Math.min(least, row[j]);
            }
            if (least > most) {
                return least;
            }
            int[] done = row;
            row = above;
            above = done;
        }
        return above[to.length()];
    }
}
