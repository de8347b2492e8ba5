package io.sluice.perf.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.h2.api.DatabaseEventListener.STATE_STATEMENT_END;
import static org.h2.api.DatabaseEventListener.STATE_STATEMENT_START;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.h2.api.DatabaseEventListener;
import org.junit.jupiter.api.Test;

class H2LockTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final DatabaseEventListener listener = new Points();

    private void begins() {
        listener.setProgress(STATE_STATEMENT_START, "UPDATE account", 0, 0);
    }

    private void ends() {
        listener.setProgress(STATE_STATEMENT_END, "UPDATE account", 0, 0);
    }

    /** Another thread that executes a statement, and waits for as long as this one is inside. */
    private final class Another {

        private final CompletableFuture<Void> done = new CompletableFuture<>();
        private final Thread thread =
                new Thread(
                        () -> {
                            begins();
                            ends();
                            done.complete(null);
                        });

        Another() {
            thread.setDaemon(true);
            thread.start();
        }

        void waits() {
            await("another thread waits").until(thread::getState, Thread.State.WAITING::equals);
        }

        void getsItsTurn() {
            assertThat(done).succeedsWithin(LIMIT);
        }
    }

    @Test
    void statementsTakeTurns() {
        begins();
        Another another = new Another();
        another.waits();

        ends();

        another.getsItsTurn();
    }

    @Test
    void failedStatementHasNoEndAndStillGivesUpItsTurn() {
        begins();

        listener.exceptionThrown(new SQLException("no such transaction"), "COMMIT TRANSACTION x");

        new Another().getsItsTurn();
    }

    @Test
    void statementThatIsTriedAgainBeginsTwiceAndEndsOnce() {
        begins();
        begins();

        ends();

        new Another().getsItsTurn();
    }

    @Test
    void statementWithinATurnOfSeveralDoesNotEndThat() {
        H2Lock.lock();
        begins();
        ends();
        Another another = new Another();
        another.waits();

        H2Lock.unlock();

        another.getsItsTurn();
    }
}
