package io.sluice.jdbc.xa;

import static io.sluice.pool.fixture.DataSourceInvariants.watched;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.Startup;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Narayana lets go of a pool when a pass of recovery is over; a frozen database delays that. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class CloseDuringRecoveryTest {

    private final CountDownLatch inThePass = new CountDownLatch(1);
    private final CountDownLatch thawed = new CountDownLatch(1);

    @AfterEach
    void unhook() {
        HookedXaDataSource.hooks = new HookedXaDataSource.Hooks();
    }

    @Test
    void closeDoesNotWaitForAPassOfRecoveryThatHangs() throws Exception {
        Manager.NARAYANA.get();
        HookedXaDataSource.reset(XaDatabase.H2.driver());
        SluiceDataSource pool =
                watched(
                        SluiceDataSource.create(
                                JdbcPoolConfig.builder()
                                        .name("recovered")
                                        .xaDataSourceClassName(HookedXaDataSource.class.getName())
                                        .transactionManager(Manager.NARAYANA.option())
                                        .startup(Startup.LAZY)
                                        .closeTimeout(Duration.ofMillis(200))
                                        .build()));
        HookedXaDataSource.hooks =
                new HookedXaDataSource.Hooks() {
                    @Override
                    void onOpen() {
                        inThePass.countDown();
                        try {
                            thawed.await();
                        } catch (InterruptedException e) {
                            throw new AssertionError(e);
                        }
                    }
                };
        FutureTask<Void> pass =
                new FutureTask<>(
                        () -> {
                            Manager.NARAYANA.recover();
                            return null;
                        });
        new Thread(pass, "pass").start();
        inThePass.await();

        pool.close(Duration.ZERO);

        assertThat(pass.isDone()).as("the pass").isFalse();
        thawed.countDown();
        pass.get();
    }
}
