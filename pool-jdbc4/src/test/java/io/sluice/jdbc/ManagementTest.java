package io.sluice.jdbc;

import static io.sluice.jdbc.DataSourceInvariants.watched;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.pool.spi.DiscardReason;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import javax.management.JMX;
import javax.management.MBeanFeatureInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

class ManagementTest {

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();

    private static SluiceDataSource open(String name, boolean register) throws SQLException {
        return watched(
                SluiceDataSource.create(
                        JdbcPoolConfig.builder()
                                .name(name)
                                .dataSource(new RecordingDatabase())
                                .username("app")
                                .password("hidden")
                                .maxCreating(11)
                                .registerMbean(register)
                                .build()));
    }

    private static ObjectName nameOf(String pool) throws Exception {
        return new ObjectName("io.sluice:type=Pool,name=" + ObjectName.quote(pool));
    }

    @Test
    void aPoolIsShownFromItsStartToItsEndIfAskedFor() throws Exception {
        try (SluiceDataSource pool = open("shown: a,b", true);
                Connection connection = pool.getConnection()) {
            SluicePoolMXBean bean =
                    JMX.newMXBeanProxy(server, nameOf("shown: a,b"), SluicePoolMXBean.class);
            assertThat(bean.getName()).isEqualTo("shown: a,b");
            assertThat(bean.getMaxSize()).isEqualTo(10);
            assertThat(bean.getTotal()).isEqualTo(1);
            assertThat(bean.getAccessible()).isEqualTo(1);
            assertThat(bean.getAvailable() + bean.getReserved() + bean.getInaccessible()).isZero();
            assertThat(bean.getCreating() + bean.getWaiting()).isZero();
            assertThat(bean.getAcquired()).isEqualTo(1);
            assertThat(bean.getCreated()).isEqualTo(1);
            assertThat(bean.getTimedOut() + bean.getRefused() + bean.getCreationsFailed()).isZero();
            assertThat(bean.getDiscarded()).containsEntry(DiscardReason.BROKEN, 0L);
            assertThat(bean.getTimes())
                    .containsOnlyKeys(
                            "wait.return", "wait.creation", "wait.validation", "usage", "creation");
            assertThat(bean.getTimes().get("wait.return").getCount()).isZero();
            // Counted when the caller of the start has been told.
            await().untilAsserted(() -> isATime(bean.getTimes().get("creation")));
            assertThat(bean.getSizing()).startsWith("maxSize 10 was never used beyond ");
            assertThat(pool.sizing().leases()).isOne();
            assertThat(bean.getConfiguration())
                    .contains(
                            "name = shown: a,b (Java code)",
                            "password = (not shown) (Java code)",
                            "maxSize = 10 (default)")
                    .noneMatch(line -> line.contains("hidden"));
            assertThat(bean.getWarnings())
                    .containsExactly(
                            "maxCreating 11 has no effect beyond maxSize 10; lower maxCreating");
            assertThat(connection.isClosed()).isFalse();
        }
        assertThat(server.isRegistered(nameOf("shown: a,b"))).isFalse();
    }

    private static void isATime(SluicePoolMXBean.Times once) {
        assertThat(once.getCount()).isOne();
        assertThat(once.getMaxMillis()).isBetween(0.0, 60_000.0).isEqualTo(once.getTotalMillis());
        assertThat(List.of(once.getP50Millis(), once.getP95Millis(), once.getP99Millis()))
                .containsOnly(once.getMaxMillis());
    }

    @Test
    void everyAttributeOperationAndParameterIsDescribed() throws Exception {
        try (SluiceDataSource pool = open("described", true)) {
            MBeanInfo info = server.getMBeanInfo(nameOf("described"));

            assertThat(info.getDescription()).contains("connection pool");
            assertThat(info.getAttributes()).allSatisfy(ManagementTest::isDescribed);
            assertThat(info.getOperations()).allSatisfy(ManagementTest::isDescribed);
            assertThat(info.getOperations())
                    .flatExtracting(operation -> List.of(operation.getSignature()))
                    .allSatisfy(ManagementTest::isDescribed)
                    .extracting(MBeanFeatureInfo::getName)
                    .containsExactlyInAnyOrder("mode", "drainMillis", "minSize", "maxSize");
            assertThat(pool.isSuspended()).isFalse();
        }
    }

    private static void isDescribed(MBeanFeatureInfo feature) {
        assertThat(feature.getDescription())
                .as(feature.getName())
                .isNotBlank()
                .isNotEqualTo(feature.getName());
    }

    @Test
    void aPoolIsFlushedSuspendedAndResizedByItsBean() throws Exception {
        try (SluiceDataSource pool = open("managed", true)) {
            SluicePoolMXBean bean =
                    JMX.newMXBeanProxy(server, nameOf("managed"), SluicePoolMXBean.class);
            bean.suspend();
            assertThat(bean.isSuspended()).isTrue();
            assertThat(pool.isSuspended()).isTrue();
            assertThat(bean.flushWithin(1_000))
                    .isEqualTo("discarded 1, taken away 0, still out 0, creating 0");
            assertThat(bean.getTotal()).isZero();
            bean.resume();
            assertThat(bean.isSuspended()).isFalse();
            bean.resize(0, 7);
            assertThat(bean.getMaxSize()).isEqualTo(7);
            try (Connection connection = pool.getConnection()) {
                assertThat(
                                server.invoke(
                                        nameOf("managed"),
                                        "flush",
                                        new Object[] {"GRACEFUL"},
                                        new String[] {String.class.getName()}))
                        .isEqualTo("discarded 0, taken away 0, still out 1, creating 0");
                assertThat(connection.isClosed()).isFalse();
            }
        }
    }

    @Test
    void theLeasesOfNowAreShownWithWhatTheirThreadsExecute() throws Exception {
        try (SluiceDataSource pool = open("leases", true)) {
            SluicePoolMXBean bean =
                    JMX.newMXBeanProxy(server, nameOf("leases"), SluicePoolMXBean.class);
            assertThat(bean.leases()).isEmpty();
            try (Connection connection = pool.getConnection()) {
                List<SluicePoolMXBean.Lease> leases = bean.leases();

                assertThat(leases).hasSize(1);
                SluicePoolMXBean.Lease lease = leases.get(0);
                assertThat(lease.getThread()).isEqualTo(Thread.currentThread().getName());
                assertThat(lease.getHeldMillis()).isNotNegative();
                assertThat(lease.isWaiting() || lease.isThreadEnded()).isFalse();
                assertThat(lease.isInaccessible()).isFalse();
                assertThat(lease.getStack()).isNotEmpty().hasSizeLessThanOrEqualTo(12);
                assertThat(pool.leases()).hasSize(1);
                assertThat(connection.isClosed()).isFalse();
            }
            assertThat(pool.leases()).isEmpty();
        }
        try (SluiceDataSource notStarted = new SluiceDataSource()) {
            assertThat(notStarted.leases()).isEmpty();
        }
    }

    @Test
    void recentDiscardsAreShownWithTheirReasons() throws Exception {
        try (SluiceDataSource pool = open("discards", true)) {
            SluicePoolMXBean bean =
                    JMX.newMXBeanProxy(server, nameOf("discards"), SluicePoolMXBean.class);
            assertThat(bean.getRecentDiscards()).isEmpty();
            pool.flush(Duration.ofSeconds(30));

            // The connection is closed on a thread of the pool.
            await().untilAsserted(
                            () ->
                                    assertThat(bean.getRecentDiscards())
                                            .singleElement()
                                            .asString()
                                            .matches("\\d{4}-\\d\\d-\\d\\dT\\S+Z FLUSHED \\S.*"));
        }
    }

    @Test
    void aPoolIsNotShownIfNotAskedFor() throws Exception {
        try (SluiceDataSource pool = open("hidden", false)) {
            assertThat(server.isRegistered(nameOf("hidden"))).isFalse();
            assertThat(pool.snapshot().total()).isEqualTo(1);
        }
    }

    @Test
    void aSecondPoolOfTheSameNameWorksWithoutBeingShown() throws Exception {
        try (SluiceDataSource first = open("twice", true)) {
            try (SluiceDataSource second = open("twice", true)) {
                second.getConnection().close();
            }
            assertThat(server.isRegistered(nameOf("twice"))).isTrue();
            first.getConnection().close();
        }
        assertThat(server.isRegistered(nameOf("twice"))).isFalse();
    }
}
