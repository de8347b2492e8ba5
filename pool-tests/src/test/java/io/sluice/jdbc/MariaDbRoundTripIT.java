package io.sluice.jdbc;

import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;

/** Round trips on MariaDB: its driver writes to the socket once for each. */
@Tag("once")
@Tag("mariadb")
@Tag("mariadb-driver")
class MariaDbRoundTripIT extends RoundTripContract {

    private static final AtomicInteger WRITES = PostgresRoundTripIT.WRITES;

    @Override
    DataSource source() {
        return new RememberingDataSource(
                MariaDb.url()
                        + "&socketFactory="
                        + PostgresRoundTripIT.CountingSockets.class.getName(),
                MariaDb.USER,
                MariaDb.PASSWORD);
    }

    @Override
    int takeTrips() {
        return WRITES.getAndSet(0);
    }

    @Override
    int transaction() {
        return 3; // its statement reads no table, so there is nothing to commit
    }

    @Override
    int transactionWithIsolation() {
        return 5;
    }

    @Override
    int readOnlyTransaction() {
        return 3;
    }
}
