package io.sluice.testkit;

import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A call to the database that does not return until it is told to. */
final class HeldCall {

    /** The connection that it goes to; null for an attempt to connect. */
    final @Nullable FaultyConnection connection;

    /** The statement that it executes, if it does. */
    final @Nullable FaultyStatement<?> statement;

    private final CompletableFuture<Optional<SQLException>> end = new CompletableFuture<>();

    HeldCall(@Nullable FaultyConnection connection, @Nullable FaultyStatement<?> statement) {
        this.connection = connection;
        this.statement = statement;
    }

    void goOn() {
        end.complete(Optional.empty());
    }

    void fail(SQLException failure) {
        end.complete(Optional.of(failure));
    }

    /** Waits as a driver does that reads from a socket: an interrupt does not end it. */
    void await() throws SQLException {
        Optional<SQLException> failure = end.join();
        if (failure.isPresent()) {
            throw failure.get();
        }
    }
}
