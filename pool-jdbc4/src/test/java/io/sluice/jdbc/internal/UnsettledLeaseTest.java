package io.sluice.jdbc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.RecordingDatabase;
import io.sluice.jdbc.internal.connect.ConnectionSource;
import io.sluice.jdbc.internal.connect.PoolRules;
import io.sluice.pool.ResourcePool;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.NoTransactions;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A driver that finds the end of the stack when it prepares a connection leaves that in doubt. If
 * there is no stack to end the lease either, the pool is to discard the connection at its next
 * tick. It ends a lease there whose thread could not even read its stamp.
 */
class UnsettledLeaseTest {

    private static final long STAMP = 7L << 24 | 1 << 8 | 2;

    private final RecordingDatabase database = new RecordingDatabase();
    private final StackOverflowError end = new StackOverflowError("on purpose");

    /** A lease that cannot be ended where its thread is. */
    private static final class AtTheEnd extends Holder<PhysicalConnection> {

        private final PhysicalConnection connection;

        /** What there is no stack for. */
        private String missing = "";

        /** Whether the pool has ended the lease. */
        private boolean over;

        AtTheEnd(PhysicalConnection connection) {
            this.connection = connection;
        }

        @Override
        public PhysicalConnection resource() {
            needsStackFor("resource");
            return connection;
        }

        @Override
        public long stamp() {
            needsStackFor("stamp");
            return STAMP;
        }

        private void needsStackFor(String method) {
            if (method.equals(missing)) {
                throw new StackOverflowError("no stack for " + method);
            }
        }

        @Override
        public long waitedNanos(long stamp) {
            return 0;
        }

        @Override
        public boolean release(long stamp) {
            throw new AssertionError("the caller has no connection");
        }

        @Override
        public boolean reserve(long stamp) {
            if (over) {
                return false;
            }
            throw new StackOverflowError("no stack to end the lease");
        }

        @Override
        public void requeue() {
            throw new AssertionError("it is not reserved");
        }

        @Override
        public void discard(DiscardReason reason, Throwable cause) {
            throw new AssertionError("it is not reserved");
        }

        @Override
        public void doom(DiscardReason reason, Throwable cause) {
            throw new AssertionError("the tick discards it");
        }

        @Override
        public boolean evict(long stamp) {
            throw new AssertionError("the tick discards it");
        }

        @Override
        public void runAside(Runnable task) {
            throw new AssertionError("nothing is to be done aside");
        }
    }

    private AtTheEnd lease(JdbcPoolConfig config) throws Exception {
        DriverConnectionFactory factory =
                new DriverConnectionFactory(
                        config,
                        ConnectionSource.of(config),
                        new PoolRules(config),
                        NoTransactions.INSTANCE,
                        null);
        PhysicalConnection connection = factory.create();
        AtTheEnd lease = new AtTheEnd(connection);
        factory.joined(connection, lease);
        return lease;
    }

    /** A pool whose methods return these leases, and else nothing. */
    @SuppressWarnings("unchecked") // a class has no type parameter
    private static ResourcePool<PhysicalConnection> pool(Map<String, AtTheEnd> leases) {
        return (ResourcePool<PhysicalConnection>)
                Proxy.newProxyInstance(
                        UnsettledLeaseTest.class.getClassLoader(),
                        new Class<?>[] {ResourcePool.class},
                        (proxy, called, arguments) -> leases.get(called.getName()));
    }

    private void assertThatItIsMarked(String method, Acquire acquire, long leaseMark)
            throws Exception {
        JdbcPoolConfig config = config();
        AtTheEnd lease = lease(config);
        database.onThrow("clearWarnings", end);
        ConnectionAcquirer acquirer = new ConnectionAcquirer(config, pool(Map.of(method, lease)));

        assertThatThrownBy(() -> acquire.from(acquirer)).isInstanceOf(StackOverflowError.class);

        assertThat(database.takeCalls()).last().asString().endsWith("clearWarnings()");
        assertThat(lease.abandoned).isEqualTo(leaseMark | Holder.DIRTY);
    }

    private JdbcPoolConfig config() {
        return JdbcPoolConfig.builder().dataSource(database).build();
    }

    /** Acquires a lease that ends before it is prepared, and then another in its place. */
    private ConnectionAcquirer acquirer(AtTheEnd first, AtTheEnd second) {
        first.over = true;
        return new ConnectionAcquirer(
                config(), pool(Map.of("tryAcquire", first, "acquire", second)));
    }

    private interface Acquire {
        Connection from(ConnectionAcquirer acquirer) throws SQLException;
    }

    private static Connection afterStart(ConnectionAcquirer acquirer) throws SQLException {
        return acquirer.acquireAfterStart(System.nanoTime());
    }

    @Test
    void ofTheConnectionThatTheThreadUsedLastIsMarked() throws Exception {
        assertThatItIsMarked("tryAcquire", ConnectionAcquirer::acquire, STAMP);
    }

    @Test
    void ofAnyOtherConnectionIsMarked() throws Exception {
        assertThatItIsMarked("acquire", ConnectionAcquirer::acquire, Holder.PRESENT);
    }

    @Test
    void ofTheFirstConnectionAfterAStartIsMarked() throws Exception {
        assertThatItIsMarked("acquire", UnsettledLeaseTest::afterStart, Holder.PRESENT);
    }

    @Test
    void ofTheConnectionThatReplacesAnotherIsMarked() throws Exception {
        AtTheEnd first = lease(config());
        AtTheEnd second = lease(config());
        ConnectionAcquirer acquirer = acquirer(first, second);
        Iterator<Throwable> failures = List.of(new SQLException("on purpose"), end).iterator();
        database.on(
                "clearWarnings",
                () -> {
                    throw failures.next();
                });

        assertThatThrownBy(acquirer::acquire).isInstanceOf(StackOverflowError.class);

        assertThat(second.abandoned).isEqualTo(Holder.PRESENT | Holder.DIRTY);
        // With its stamp, which no later lease has.
        assertThat(first.abandoned).isEqualTo(STAMP | Holder.DIRTY);
    }

    @Test
    void aReplacementThatIsPreparedIsNotPreparedAgain() throws Exception {
        AtTheEnd first = lease(config());
        AtTheEnd second = lease(config());
        ConnectionAcquirer acquirer = acquirer(first, second);
        second.resource().settled(/* ran= */ false);
        database.onThrow("clearWarnings", new SQLException("on purpose"));

        assertThat(acquirer.acquire().isWrapperFor(Connection.class)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "tryAcquire, resource",
        "tryAcquire, stamp",
        "acquire, resource",
    })
    void aLeaseThatIsNotEvenLookedAtIsMarked(String method, String missing) throws Exception {
        AtTheEnd lease = leaseWithout(missing, method, ConnectionAcquirer::acquire);

        assertThat(lease.abandoned).isEqualTo(Holder.PRESENT);
    }

    @Test
    void aLeaseWhoseStampIsNeededForTheDriverIsMarkedInDoubt() throws Exception {
        AtTheEnd lease = leaseWithout("stamp", "acquire", ConnectionAcquirer::acquire);

        assertThat(lease.abandoned).isEqualTo(Holder.PRESENT | Holder.DIRTY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"resource", "stamp"})
    void aLeaseAfterAStartThatIsNotEvenLookedAtIsMarkedInDoubt(String missing) throws Exception {
        AtTheEnd lease = leaseWithout(missing, "acquire", UnsettledLeaseTest::afterStart);

        assertThat(lease.abandoned).isEqualTo(Holder.PRESENT | Holder.DIRTY);
    }

    /** Returns a lease after an acquire that had no stack for a method of the lease. */
    private AtTheEnd leaseWithout(String missing, String method, Acquire acquire) throws Exception {
        JdbcPoolConfig config = config();
        AtTheEnd lease = lease(config);
        lease.missing = missing;
        ConnectionAcquirer acquirer = new ConnectionAcquirer(config, pool(Map.of(method, lease)));

        assertThatThrownBy(() -> acquire.from(acquirer)).isInstanceOf(StackOverflowError.class);

        return lease;
    }
}
