package io.sluice.perf.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sluice.perf.command.MeasurementException;
import io.sluice.perf.peer.OpenPeer;
import io.sluice.perf.peer.PoolCounts;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

class LimitedPeerTest {

    /** A pool of which only the close is asked for. */
    private record Closing(Callable<?> work) implements OpenPeer {

        @Override
        public DataSource sourceForClient() throws SQLException {
            throw new SQLException("nobody is to ask");
        }

        @Override
        public PoolCounts counts() {
            return new PoolCounts(3, 2);
        }

        @Override
        public void close() throws SQLException {
            try {
                work.call();
            } catch (SQLException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Test
    void closeIsLeftToThePool() {
        CountDownLatch closed = new CountDownLatch(1);

        assertThatCode(
                        () -> {
                            try (OpenPeer open =
                                    LimitedPeer.of(
                                            new Closing(
                                                    () -> {
                                                        closed.countDown();
                                                        return true;
                                                    }))) {
                                assertThat(open.counts()).isEqualTo(new PoolCounts(3, 2));
                            }
                        })
                .doesNotThrowAnyException();
        assertThat(closed.getCount()).isZero();
    }

    @Test
    void closeThatHangsIsGivenUpAndInterrupted() throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        OpenPeer hanging =
                new LimitedPeer(
                        new Closing(
                                () -> {
                                    try {
                                        never.await();
                                    } catch (InterruptedException e) {
                                        interrupted.countDown();
                                    }
                                    return true;
                                }),
                        Duration.ofMillis(20));

        assertThatExceptionOfType(MeasurementException.class)
                .isThrownBy(hanging::close)
                .withMessageStartingWith("the pool did not close within 20 ms; its thread was in ");
        assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void closeThatFailsSaysWith() {
        SQLException failure = new SQLException("it is on fire");
        OpenPeer failing =
                LimitedPeer.of(
                        new Closing(
                                () -> {
                                    throw failure;
                                }));

        assertThatExceptionOfType(MeasurementException.class)
                .isThrownBy(failing::close)
                .withMessage("the pool did not close")
                .withCause(failure);
    }
}
