package io.sluice.perf.startup;

import io.sluice.jdbc.SluiceDataSource;
import io.sluice.perf.stub.StubDriver;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * Opens pools in a process that has opened many, with and without an MBean in turn; {@code
 * perf/start-up warm} starts it.
 */
public final class WarmStarts {

    private static final int STARTS = 2000;

    private WarmStarts() {}

    /** Prints the median and the quartiles of the starts of each kind. */
    public static void main(String[] arguments) throws SQLException {
        for (int i = 0; i < STARTS / 2; i++) {
            start(/* withMbean= */ false);
            start(/* withMbean= */ true);
        }
        List<Long> without = new ArrayList<>();
        List<Long> with = new ArrayList<>();
        for (int i = 0; i < STARTS; i++) {
            without.add(start(/* withMbean= */ false));
            with.add(start(/* withMbean= */ true));
        }
        print("without an MBean", without);
        print("with an MBean", with);
    }

    /** Returns how many nanoseconds passed up to the first connection. */
    private static long start(boolean withMbean) throws SQLException {
        long begun = System.nanoTime();
        SluiceDataSource pool = new SluiceDataSource();
        pool.setUrl(StubDriver.URL);
        pool.setRegisterMbean(withMbean);
        try (pool;
                Connection connection = pool.getConnection()) {
            long taken = System.nanoTime() - begun;
            if (connection.isClosed()) {
                throw new IllegalStateException("the connection is closed");
            }
            return taken;
        }
    }

    private static void print(String kind, List<Long> nanos) {
        Collections.sort(nanos);
        System.out.printf(
                Locale.ROOT,
                "%s: median of %d starts %d us, half of them %d to %d us%n",
                kind,
                nanos.size(),
                nanos.get(nanos.size() / 2) / 1000,
                nanos.get(nanos.size() / 4) / 1000,
                nanos.get(nanos.size() * 3 / 4) / 1000);
    }
}
