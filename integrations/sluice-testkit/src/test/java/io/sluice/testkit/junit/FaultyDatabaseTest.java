package io.sluice.testkit.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.SluicePool;
import io.sluice.testkit.FaultyDataSource;
import io.sluice.testkit.TrackedDataSource;
import io.sluice.testkit.VirtualClock;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

@FaultyDatabase(url = "jdbc:h2:mem:annotated")
class FaultyDatabaseTest {

    private FaultyDataSource before;

    @BeforeEach
    void remember(FaultyDataSource database) {
        before = database;
    }

    @Test
    void theParametersBelongTogether(
            FaultyDataSource database,
            VirtualClock clock,
            SluiceDataSource pool,
            SluicePool same,
            TrackedDataSource tracked)
            throws SQLException {
        assertThat(database).isSameAs(before);
        assertThat(database.clock()).isSameAs(clock);
        assertThat(pool).isSameAs(same).isSameAs(tracked);
        assertThat(pool.getTicker()).isSameAs(clock);
        pool.getConnection().close();
        assertThat(database.connects()).isEqualTo(1);
    }

    @Test
    @FaultyDatabase(url = "jdbc:h2:mem:annotated", refuseConnects = true)
    void theMethodHasTheLastWord(SluiceDataSource pool) {
        assertThatThrownBy(pool::getConnection).hasStackTraceContaining("Connection refused");
    }

    @Test
    @FaultyDatabase(url = "jdbc:h2:mem:annotated", delayConnects = "5m", killAfter = "10m")
    void timesAreRead(FaultyDataSource database, VirtualClock clock) throws Exception {
        Thread thread = aside(database::getConnection);
        database.awaitHanging(1);
        clock.advance(Duration.ofMinutes(5));
        thread.join();
        assertThat(database.openConnections()).isEqualTo(1);
        clock.advance(Duration.ofMinutes(10));
        assertThat(database.openConnections()).isZero();
    }

    @Test
    @FaultyDatabase(source = Source.class, killAfterStatements = 1)
    void aSourceSuppliesTheDatabase(FaultyDataSource database) throws SQLException {
        try (Connection connection = database.getConnection()) {
            assertThat(connection.getMetaData().getURL()).isEqualTo("jdbc:h2:mem:supplied");
        }
    }

    static final class Source implements Supplier<DataSource> {
        @Override
        public DataSource get() {
            JdbcDataSource h2 = new JdbcDataSource();
            h2.setURL("jdbc:h2:mem:supplied");
            return h2;
        }
    }

    @Nested
    class Inside {
        @Test
        @FaultyDatabase(url = "jdbc:h2:mem:inside", hangStatements = true)
        void hangs(FaultyDataSource database) throws Exception {
            Connection connection = database.getConnection();
            Thread thread = aside(() -> connection.isValid(0));
            database.awaitHanging(1);
            connection.close();
            thread.join();
        }

        @Test
        void hasTheAnnotationOfTheClassAround(SluiceDataSource pool) throws SQLException {
            pool.getConnection().close();
        }
    }

    @Test
    void aLeakFailsTheTest() {
        assertThat(failureOf(Leak.class))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("1 connection was not closed")
                .hasMessageContaining("Leak.leaks");
    }

    @FaultyDatabase(url = "jdbc:h2:mem:leak")
    static final class Leak {
        @Test
        void leaks(SluiceDataSource pool) throws SQLException {
            assertThat(pool.getConnection()).isNotNull();
        }
    }

    @Test
    void anAnnotationWithoutADatabaseIsRefused() {
        assertThat(failureOf(NoDatabase.class))
                .hasMessage(
                        "@FaultyDatabase has no url and 0 sources; expected a url or one source");
    }

    @FaultyDatabase
    static final class NoDatabase {
        @Test
        void never() {}
    }

    @Test
    void aBadTimeIsRefused() {
        assertThat(failureOf(BadTime.class))
                .hasMessage("killAfter is \"soon\"; expected a time such as 30s, 0.5s or 2m");
    }

    @FaultyDatabase(url = "jdbc:h2:mem:bad", killAfter = "soon")
    static final class BadTime {
        @Test
        void never() {}
    }

    private static Thread aside(Callable<?> call) {
        Thread thread =
                new Thread(
                        () -> {
                            try {
                                call.call();
                            } catch (Exception e) {
                                throw new IllegalStateException(e);
                            }
                        });
        thread.start();
        return thread;
    }

    private static Throwable failureOf(Class<?> tests) {
        Launcher launcher = LauncherFactory.create();
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        launcher.execute(
                LauncherDiscoveryRequestBuilder.request().selectors(selectClass(tests)).build(),
                listener);
        assertThat(listener.getSummary().getTestsFoundCount()).isEqualTo(1);
        assertThat(listener.getSummary().getFailures()).hasSize(1);
        return listener.getSummary().getFailures().get(0).getException();
    }
}
