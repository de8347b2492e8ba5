package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A getConnection at the end of the stack fails, and costs the pool no connection. */
@Timeout(60)
class EndOfStackTest {

    private static final int PLACES = 4;
    private static final long STACK_BYTES = 400_000;

    /** From the end of the stack up to where there is plenty of it. */
    private static final int FRAMES = 400;

    private SluiceDataSource pool;
    private final Connection[] acquired = new Connection[FRAMES];
    private int count;
    private int left = FRAMES;
    private int overflows;

    @Test
    void whatGotNoHandleGoesBackToThePool() throws Exception {
        try (SluiceDataSource opened = open()) {
            pool = opened;
            acquireAll();

            Thread thread = new Thread(null, this::down, "test-deep", STACK_BYTES);
            thread.setDaemon(true);
            thread.start();
            thread.join();
            for (int i = 0; i < count; i++) {
                acquired[i].close();
            }

            assertThat(overflows).isPositive();
            acquireAll();
        }
    }

    private static SluiceDataSource open() throws SQLException {
        return SluiceDataSource.create(
                JdbcPoolConfig.builder()
                        .dataSource(new RecordingDatabase())
                        .maxSize(PLACES)
                        .acquireTimeout(Duration.ofSeconds(10))
                        .build());
    }

    private void acquireAll() throws SQLException {
        List<Connection> all = new ArrayList<>();
        for (int i = 0; i < PLACES; i++) {
            all.add(pool.getConnection());
        }
        for (Connection connection : all) {
            connection.close();
        }
    }

    @SuppressWarnings("InfiniteRecursion") // down to the end of the stack
    private void down() {
        try {
            down();
        } catch (StackOverflowError e) { // the end
            return;
        }
        if (left > 0) {
            left--;
            up();
        }
    }

    /** Where there is no stack to close a connection that is done later. */
    private void up() {
        try {
            acquired[count] = pool.getConnection();
            count++;
            acquired[count - 1].close();
            count--;
        } catch (StackOverflowError e) {
            overflows++;
        } catch (SQLException e) { // all are acquired, or the driver has found the end
            left--;
        }
    }
}
