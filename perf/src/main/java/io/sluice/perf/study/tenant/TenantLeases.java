package io.sluice.perf.study.tenant;

import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.tenant.TenantDataSource;
import io.sluice.jdbc.tenant.TenantKind;
import io.sluice.perf.fork.Spent;
import io.sluice.perf.stub.StubDriver;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Locale;

/**
 * Measures leases with one query on a driver that does nothing, in CPU time and bytes of the thread
 * that runs them. Of a pool, and of tenants that share it: always the same one, the same with a
 * maximum, and two in turn, which adds the work of a switch but no round trip.
 *
 * <pre>
 * java -cp perf/target/sluice-perf.jar io.sluice.perf.study.tenant.TenantLeases pool|same|max|turns
 * </pre>
 */
public final class TenantLeases {

    private static final int LEASES = 2_000_000;
    private static final int WARMUPS = 5;

    private TenantLeases() {}

    private interface Source {
        Connection connection(int lease) throws SQLException;
    }

    /** Prints one line for the row that the argument names; each row wants a JVM of its own. */
    public static void main(String[] arguments) throws Exception {
        try (SluiceDataSource pool = new SluiceDataSource()) {
            pool.setUrl(StubDriver.URL);
            pool.setMaxSize(1);
            TenantDataSource shared = new TenantDataSource(pool, TenantKind.SCHEMA, () -> "acme");
            TenantDataSource limited =
                    new TenantDataSource(pool, TenantKind.SCHEMA, () -> "acme", 5);
            Source source =
                    switch (arguments[0]) {
                        case "pool" -> lease -> pool.getConnection();
                        case "same" -> lease -> shared.getConnection();
                        case "max" -> lease -> limited.getConnection();
                        case "turns" ->
                                lease -> shared.getConnectionFor(lease % 2 == 0 ? "acme" : "other");
                        default -> throw new IllegalArgumentException(arguments[0]);
                    };
            for (int i = 0; i < WARMUPS; i++) {
                lease(source);
            }
            Spent each = Spent.on(() -> lease(source));
            System.out.printf(
                    Locale.ROOT,
                    "%-6s %7.1f ns %7.1f bytes%n",
                    arguments[0],
                    each.cpuNanos(),
                    each.bytes());
        }
    }

    private static int lease(Source source) throws SQLException {
        for (int i = 0; i < LEASES; i++) {
            try (Connection connection = source.connection(i);
                    PreparedStatement query = connection.prepareStatement("SELECT 1")) {
                query.executeQuery().close();
            }
        }
        return LEASES;
    }
}
