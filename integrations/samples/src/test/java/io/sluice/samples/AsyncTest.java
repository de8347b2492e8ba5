package io.sluice.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Libraries that wait for a connection without a thread. */
class AsyncTest {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final AtomicReference<String> insertedOn = new AtomicReference<>();
    private final Vertx vertx = Vertx.vertx();
    private SluiceDataSource pool;

    @BeforeEach
    void open() throws SQLException {
        pool =
                SluiceDataSource.create(
                        JdbcPoolConfig.builder()
                                .name("orders")
                                .url(Databases.create())
                                .username(Databases.USER)
                                .password(Databases.PASSWORD)
                                .maxSize(1)
                                .build());
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE item (id INT PRIMARY KEY)");
        }
    }

    @AfterEach
    void close() throws Exception {
        await("the connection").until(() -> pool.leases().isEmpty());
        pool.close();
        vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    }

    private int insert(Connection connection) throws SQLException {
        insertedOn.set(Thread.currentThread().getName());
        try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate("INSERT INTO item VALUES (25)");
        }
    }

    @Test
    void vertx() throws Exception {
        Connection only = pool.getConnection();
        AtomicReference<String> thenOn = new AtomicReference<>();
        Future<Integer> inserted =
                insertWithVertx().onSuccess(count -> thenOn.set(Thread.currentThread().getName()));
        assertThat(pool.snapshot().waiting()).isOne();

        only.close();

        assertThat(inserted.toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS))
                .isOne();
        assertThat(insertedOn.get()).startsWith("vert.x-worker-thread-");
        await("the handler").until(() -> thenOn.get() != null);
        assertThat(thenOn.get()).startsWith("vert.x-eventloop-thread-");
    }

    private Future<Integer> insertWithVertx() {
        Context context = vertx.getOrCreateContext();
        Executor onContext = task -> context.runOnContext(ignored -> task.run());
        return Future.fromCompletionStage(
                        pool.acquireAsync(Duration.ofSeconds(5), onContext), context)
                .compose(
                        connection ->
                                context.executeBlocking(
                                        () -> {
                                            try (connection) {
                                                return insert(connection);
                                            }
                                        },
                                        false));
    }

    @Test
    void reactor() throws Exception {
        Connection only = pool.getConnection();
        Mono<Integer> inserted = insertWithReactor();
        assertThat(pool.snapshot().waiting()).as("before it is subscribed to").isZero();
        AtomicReference<Integer> count = new AtomicReference<>();
        Disposable ignored = inserted.subscribe(count::set);
        assertThat(pool.snapshot().waiting()).isOne();

        only.close();

        await("an item").until(() -> count.get() != null);
        assertThat(count.get()).isOne();
        assertThat(insertedOn.get()).startsWith("boundedElastic-");
    }

    @Test
    void aSubscriptionToReactorThatIsCancelledLeavesTheLine() throws Exception {
        try (Connection only = pool.getConnection()) {
            Disposable subscription = insertWithReactor().subscribe();
            assertThat(pool.snapshot().waiting()).isOne();

            subscription.dispose();

            assertThat(pool.snapshot().waiting()).isZero();
            assertThat(only.isClosed()).isFalse();
        }
    }

    @Test
    void anErrorOfReactorReturnsTheConnection() {
        assertThat(insertWithReactor().block(LIMIT)).isOne();

        assertThat(insertWithReactor().map(count -> "inserted").onErrorReturn("twice").block(LIMIT))
                .isEqualTo("twice");
    }

    private Mono<Integer> insertWithReactor() {
        return Mono.usingWhen(
                Mono.fromFuture(() -> pool.acquireAsync(Duration.ofSeconds(5)))
                        .publishOn(Schedulers.boundedElastic()),
                connection -> Mono.fromCallable(() -> insert(connection)),
                connection ->
                        Mono.fromCallable(
                                () -> {
                                    connection.close();
                                    return true;
                                }));
    }
}
