package io.sluice.jdbc.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.jdbc.SluiceDataSource;
import io.sluice.pool.FlushMode;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The pool takes a tenant's connection away while an acquire fails that has just told the pool of
 * its lease: both want to give the place back. Run by {@link TenantPlaceTest}, in classes of {@link
 * RegistrationLoader}.
 */
public final class LateFailure implements Callable<Void> {

    private static final String TENANT = "ACME";

    /** What the next lease does once the pool knows of it. */
    static final AtomicReference<Runnable> NEXT = new AtomicReference<>();

    private final List<Thread> threads = new ArrayList<>();

    /** Called by the code that {@link RegistrationLoader} has loaded. */
    public static void point() {
        Runnable next = NEXT.getAndSet(null);
        if (next != null) {
            next.run();
        }
    }

    @Override
    public Void call() throws Exception {
        try (SluiceDataSource pool = new SluiceDataSource()) {
            pool.setUrl(
                    "jdbc:h2:mem:late-failure;DB_CLOSE_DELAY=-1;INIT=CREATE SCHEMA IF NOT EXISTS "
                            + TENANT);
            pool.setMaxSize(3);
            failLate(pool, new TenantDataSource(pool, TenantKind.SCHEMA, () -> TENANT, 1));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return null;
    }

    private void failLate(SluiceDataSource pool, TenantDataSource tenants) throws Exception {
        AtomicReference<FutureTask<Connection>> waiting = new AtomicReference<>();
        NEXT.set(
                () -> {
                    waiting.set(waiting(tenants, pool));
                    pool.flush(FlushMode.IMMEDIATE); // gives the place to the thread that waits
                    throw new StackOverflowError();
                });

        assertThatThrownBy(tenants::getConnection).isInstanceOf(StackOverflowError.class);

        assertThat(NEXT).as("the point was reached").hasNullValue();
        Connection next = waiting.get().get();
        FutureTask<Connection> second = waiting(tenants, pool); // a second place would serve it
        next.close();
        second.get().close();
    }

    /** Starts a thread that wants a connection of the tenant; returns when it waits for one. */
    private FutureTask<Connection> waiting(TenantDataSource tenants, SluiceDataSource pool) {
        FutureTask<Connection> acquire = new FutureTask<>(tenants::getConnection);
        Thread thread = new Thread(acquire, "tenant-" + threads.size());
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
        await(thread.getName() + " waits")
                .until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        assertThat(pool.snapshot().waiting()).as("threads that have a place and wait").isZero();
        return acquire;
    }
}
