package io.sluice.jdbc.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.jdbc.SluiceDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The calls that switch a connection and give it back find no stack. Each time the only place of
 * the tenant must serve again, and a session in an unknown state must not. Run by {@link
 * TenantPlaceTest}, in classes of {@link RegistrationLoader}.
 */
public final class LostStack implements Callable<Void> {

    private static final String TENANT = "ACME";

    /** Whether the next call finds no stack. */
    private static final AtomicBoolean WITHOUT_STACK = new AtomicBoolean();

    /** Whether the next switch finds none. */
    private static final AtomicBoolean CHANGES_WITHOUT_STACK = new AtomicBoolean();

    /** Called by the code that {@link RegistrationLoader} has loaded. */
    public static void beforeClose() {
        if (WITHOUT_STACK.getAndSet(false)) {
            throw new StackOverflowError();
        }
    }

    /** The same, where the pool cannot even note that the connection is in an unknown state. */
    public static void beforeChange() {
        if (CHANGES_WITHOUT_STACK.getAndSet(false)) {
            throw new StackOverflowError();
        }
    }

    @Override
    public Void call() throws SQLException {
        try (SluiceDataSource pool = new SluiceDataSource()) {
            pool.setUrl(
                    "jdbc:h2:mem:lost-stack;DB_CLOSE_DELAY=-1;INIT=CREATE SCHEMA IF NOT EXISTS "
                            + TENANT);
            pool.setMaxSize(1);
            TenantDataSource tenants =
                    new TenantDataSource(pool, TenantKind.SCHEMA, () -> TENANT, 1);
            closes(tenants);
            fails(tenants);
            changes(pool, tenants);
        }
        return null;
    }

    private static void closes(TenantDataSource tenants) throws SQLException {
        Connection connection = tenants.getConnection();
        WITHOUT_STACK.set(true);
        assertThatThrownBy(connection::close).isInstanceOf(StackOverflowError.class);
        assertServes(tenants);
    }

    private static void fails(TenantDataSource tenants) throws SQLException {
        WITHOUT_STACK.set(true);
        LateFailure.NEXT.set(
                () -> {
                    throw new IllegalStateException("fails late");
                });
        assertThatThrownBy(tenants::getConnection).isInstanceOf(StackOverflowError.class);
        assertThat(LateFailure.NEXT).hasNullValue();
        assertServes(tenants);
    }

    private static void changes(SluiceDataSource pool, TenantDataSource tenants)
            throws SQLException {
        long before = pool.snapshot().counters().created();
        CHANGES_WITHOUT_STACK.set(true);
        assertThatThrownBy(() -> tenants.getConnectionFor("PUBLIC"))
                .isInstanceOf(StackOverflowError.class);
        assertServes(tenants);
        assertThat(pool.snapshot().counters().created()).isEqualTo(before + 1);
    }

    private static void assertServes(TenantDataSource tenants) throws SQLException {
        assertThat(WITHOUT_STACK).as("the call was made").isFalse();
        tenants.getConnection().close();
    }
}
