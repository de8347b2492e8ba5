package io.sluice.perf.xa;

import io.sluice.perf.fork.Printed;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import javax.sql.DataSource;

/** A crowd of threads on a pool that grows. */
record XaCrowd(XaFork.Order order) {

    private static final int CROWD = 100;
    private static final int CROWD_CYCLES = 200;
    private static final int WARM_UP_THREADS = 10;

    /** Measures one pool, and watches the locks of another. */
    Map<String, Object> growth() throws Exception {
        List<XaSettings.Database> databases = new ArrayList<>();
        for (String name : List.of("warm", "timed", "watched")) {
            String url = Objects.requireNonNull(XaFork.h2(name).properties().get("url"));
            SlowXaDataSource.addFunction(url);
            databases.add(
                    new XaSettings.Database(SlowXaDataSource.class.getName(), Map.of("url", url)));
        }
        OpenXa xa = order.peer().open(new XaSettings(databases, 0, CROWD, false));
        crowd(xa.sources().get(0), WARM_UP_THREADS, order.count(), "balance");
        String column =
                order.row().isRemote() ? SlowXaDataSource.FUNCTION + "(balance)" : "balance";
        long nanos = -System.nanoTime();
        crowd(xa.sources().get(1), CROWD, CROWD_CYCLES, column);
        nanos += System.nanoTime();
        LockWatch watch =
                LockWatch.during(
                        order.peer().packages(),
                        () -> crowd(xa.sources().get(2), CROWD, CROWD_CYCLES, column));
        return Printed.begin()
                .with("elapsedMillis", nanos / 1e6)
                .with("poolBlockedMillis", watch.get("poolBlocked") / 1e6)
                .with("poolContentions", watch.get("poolContentions"))
                .with("poolWaitMillis", watch.get("poolWait") / 1e6)
                .with("locks", watch.locks())
                .figures();
    }

    private static void crowd(DataSource source, int threads, int cycles, String column)
            throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        List<FutureTask<Void>> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int row = i;
            all.add(
                    XaFork.start(
                            () -> {
                                go.await();
                                for (int cycle = 0; cycle < cycles; cycle++) {
                                    query(source, column, row);
                                }
                                return null;
                            }));
        }
        go.countDown();
        for (FutureTask<Void> one : all) {
            one.get();
        }
    }

    private static void query(DataSource source, String column, int row) throws SQLException {
        try (Connection connection = source.getConnection();
                PreparedStatement statement =
                        connection.prepareStatement(
                                "SELECT " + column + " FROM account WHERE id = ?")) {
            statement.setInt(1, row);
            if (!statement.executeQuery().next()) {
                throw new IllegalStateException("account " + row + " is not there");
            }
        }
    }
}
