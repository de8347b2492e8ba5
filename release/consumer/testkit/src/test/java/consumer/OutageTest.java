package consumer;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.jdbc.SluiceDataSource;
import io.sluice.testkit.PoolChecks;
import io.sluice.testkit.VirtualClock;
import io.sluice.testkit.junit.FaultyDatabase;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What an application tests with the testkit. */
class OutageTest {

    @Test
    @FaultyDatabase(url = "jdbc:h2:mem:outage", refuseConnects = true)
    void aPoolDoesNotStartWithoutItsDatabase(SluiceDataSource pool) {
        assertThrows(SQLException.class, pool::getConnection);
    }

    @Test
    @FaultyDatabase(url = "jdbc:h2:mem:outage", killAfter = "5m")
    void aLostConnectionIsReplaced(SluiceDataSource pool, VirtualClock clock) throws SQLException {
        pool.getConnection().close();
        // A slow machine makes more than one.
        long before = pool.snapshot().counters().created();
        clock.advance(Duration.ofMinutes(6));
        pool.getConnection().close();
        assertTrue(pool.snapshot().counters().created() > before);
        PoolChecks.noLeaseIsOpen(pool);
    }
}
