package io.sluice.perf.load;

import io.sluice.perf.peer.Peer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is to be measured, and how.
 *
 * @param peers the contestants
 * @param threads how many clients
 * @param connections how many connections each pool has
 * @param time how long each contestant is measured, all rounds together
 * @param rounds how many turns each contestant has
 * @param scale how many branches the tables have
 * @param config the file that configures Sluice, if any
 */
record LoadPlan(
        List<Peer> peers,
        int threads,
        int connections,
        Duration time,
        int rounds,
        int scale,
        @Nullable Path config) {

    Duration turnTime() {
        return time.dividedBy(rounds);
    }

    /** Returns how long a turn runs before it counts, since connections and their plans are new. */
    Duration warmUp() {
        Duration tenth = turnTime().dividedBy(5);
        Duration most = Duration.ofSeconds(1);
        return tenth.compareTo(most) > 0 ? most : tenth;
    }

    /** Returns what held for all contestants, for the head of a report. */
    Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put(
                "load",
                String.format(
                        Locale.ROOT,
                        "%d threads on %d connections, scale %d, %.1f s per contestant in %d"
                                + " interleaved rounds",
                        threads,
                        connections,
                        scale,
                        time.toMillis() / 1e3,
                        rounds));
        settings.put(
                "pools",
                "fixed size, filled before; auto-commit off; no leak detection, no metrics;"
                        + " everything else each pool's own default, validation as well");
        if (config != null) {
            settings.put("sluice alone", "options from " + config);
        }
        return settings;
    }
}
