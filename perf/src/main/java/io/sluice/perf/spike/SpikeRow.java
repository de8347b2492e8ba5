package io.sluice.perf.spike;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A situation to measure in.
 *
 * @param server the server of the connections
 * @param start how many connections the pool has when the requests come
 * @param requests how many threads request a connection at once
 * @param hold how long each holds its connection
 * @param ramp whether the pool may have a connection for each request
 */
record SpikeRow(Server server, int start, int requests, Duration hold, boolean ramp) {

    /** Callers that each hold a connection of their own, on a cold pool. */
    static final SpikeRow RAMP = new SpikeRow(Server.STUB, 0, 100, Duration.ofMillis(500), true);

    SpikeRow(Server server, int start, int requests, Duration hold) {
        this(server, start, requests, hold, false);
    }

    /** The server that the connections of a spike lead to. */
    enum Server {
        /** None, after a connect time that is the same for all. */
        STUB,
        /** A real PostgreSQL, with its own connect time. */
        POSTGRES;

        /** Returns the name as it is written on the command line and in results. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns every combination, the ones on the same server side by side. */
    static List<SpikeRow> all(
            List<Server> servers,
            List<Integer> starts,
            List<Integer> requests,
            List<Integer> holdMillis) {
        List<SpikeRow> rows = new ArrayList<>();
        for (Server server : servers) {
            for (int start : starts) {
                for (int millis : holdMillis) {
                    Duration hold = Duration.ofMillis(millis);
                    requests.forEach(count -> rows.add(new SpikeRow(server, start, count, hold)));
                }
            }
        }
        return rows;
    }

    /** Returns how long each holds its connection, in milliseconds. */
    long millis() {
        return hold.toMillis();
    }

    /** Returns how many connections the pool may have where that is usually a number. */
    int connections(int usual) {
        return ramp ? requests : usual;
    }

    /** Returns the row in words. */
    String title() {
        String on = start == 0 ? "no connection" : start + " connections";
        return requests
                + " requests at once on "
                + on
                + (ramp ? ", one for each allowed" : "")
                + ", hold "
                + millis()
                + " ms, "
                + server;
    }

    /** Returns the row in short: server, connections at the start, requests, hold. */
    @Override
    public String toString() {
        return ramp
                ? server + "-ramp"
                : server + "-" + start + "c-" + requests + "r-" + millis() + "ms";
    }
}
