package io.sluice.perf.xa;

import java.util.List;

/**
 * The order for a fork.
 *
 * @param row the row to measure
 * @param peer the contestant
 * @param threads how many threads run transactions, on as many connections
 * @param warmupMillis how long they warm up
 * @param millis how long they are measured, and are watched, each
 * @param count how many transactions or statements a batch has, where they are counted
 * @param postgres the URL of the PostgreSQL, or empty
 * @param user its user
 */
record XaOrder(
        XaRow row,
        XaPeer peer,
        int threads,
        int warmupMillis,
        int millis,
        int count,
        String postgres,
        String user) {

    static XaOrder of(String... args) {
        return new XaOrder(
                XaRow.valueOf(args[0]),
                XaPeer.valueOf(args[1]),
                Integer.parseInt(args[2]),
                Integer.parseInt(args[3]),
                Integer.parseInt(args[4]),
                Integer.parseInt(args[5]),
                args[6],
                args[7]);
    }

    List<String> toArgs() {
        return List.of(
                row.name(),
                peer.name(),
                Integer.toString(threads),
                Integer.toString(warmupMillis),
                Integer.toString(millis),
                Integer.toString(count),
                postgres,
                user);
    }
}
