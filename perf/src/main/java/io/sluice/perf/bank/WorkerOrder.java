package io.sluice.perf.bank;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The order for a worker.
 *
 * @param number the number of the worker, from 1
 * @param point where it waits to be killed, or null if it is to recover and check only
 * @param after how many transfers it commits before the point counts
 * @param threads how many threads transfer
 * @param sideBySide whether threads may be inside H2 at the same time
 * @param log where the manager keeps its log
 * @param h2 the URL of H2
 * @param postgres the URL of PostgreSQL
 * @param user the user of PostgreSQL
 * @param password the password of the user
 */
record WorkerOrder(
        int number,
        @Nullable Point point,
        int after,
        int threads,
        boolean sideBySide,
        String log,
        String h2,
        String postgres,
        String user,
        String password) {

    private static final String NONE = "none";

    static WorkerOrder of(String... args) {
        return new WorkerOrder(
                Integer.parseInt(args[0]),
                args[1].equals(NONE) ? null : Point.valueOf(args[1]),
                Integer.parseInt(args[2]),
                Integer.parseInt(args[3]),
                Boolean.parseBoolean(args[4]),
                args[5],
                args[6],
                args[7],
                args[8],
                args[9]);
    }

    List<String> toArgs() {
        return List.of(
                Integer.toString(number),
                point == null ? NONE : point.name(),
                Integer.toString(after),
                Integer.toString(threads),
                Boolean.toString(sideBySide),
                log,
                h2,
                postgres,
                user,
                password);
    }
}
