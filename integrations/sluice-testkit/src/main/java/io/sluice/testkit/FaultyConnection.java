package io.sluice.testkit;

import io.sluice.pool.spi.Ticker;
import java.lang.reflect.Method;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A connection that may hang, refuse writes, or be lost. */
final class FaultyConnection extends FaultyObject<Connection> {

    private final FaultyDataSource database;

    /** How many statements it executes before it is killed; 0 means any number. */
    private final int mostStatements;

    private final AtomicInteger executed = new AtomicInteger();
    private final AtomicBoolean killed = new AtomicBoolean();

    /** Whether a caller has closed it, or was told that it is lost. */
    private volatile boolean closed;

    private volatile boolean demoted;
    private volatile Duration networkTimeout = Duration.ZERO;
    private volatile Ticker.@Nullable Alarm death;

    FaultyConnection(Connection real, FaultyDataSource database, int mostStatements) {
        super(Connection.class, real);
        this.database = database;
        this.mostStatements = mostStatements;
    }

    @Override
    FaultyConnection connection() {
        return this;
    }

    FaultyDataSource database() {
        return database;
    }

    @Override
    @Nullable Object call(Method method, @Nullable Object[] arguments) throws Throwable {
        return switch (method.getName()) {
            case "isClosed" -> closed || (!isKilled() && real.isClosed());
            case "close", "abort" -> end(method, arguments);
            case "isValid" -> isValid(method, arguments);
            case "commit" -> commit(method, arguments);
            case "rollback" -> {
                reach();
                yield pass(method, arguments);
            }
            case "setNetworkTimeout" -> {
                checkAlive();
                networkTimeout = Duration.ofMillis((int) Objects.requireNonNull(arguments[1]));
                yield pass(method, arguments);
            }
            default -> {
                checkAlive();
                yield wrapped(pass(method, arguments), arguments);
            }
        };
    }

    private @Nullable Object wrapped(@Nullable Object result, @Nullable Object[] arguments) {
        if (result instanceof CallableStatement call) {
            return statement(CallableStatement.class, call, arguments);
        }
        if (result instanceof PreparedStatement prepared) {
            return statement(PreparedStatement.class, prepared, arguments);
        }
        if (result instanceof Statement plain) {
            return statement(Statement.class, plain, arguments);
        }
        return result;
    }

    private <T extends Statement> T statement(Class<T> type, T real, @Nullable Object[] arguments) {
        return new FaultyStatement<>(type, real, this, FaultyStatement.isWrite(arguments)).proxy();
    }

    private @Nullable Object end(Method method, @Nullable Object[] arguments) throws Throwable {
        closed = true;
        cancelDeath();
        database.ended(this, lost(null));
        return isKilled() ? null : pass(method, arguments);
    }

    private Object isValid(Method method, @Nullable Object[] arguments) throws Throwable {
        int seconds = (int) Objects.requireNonNull(arguments[0]);
        try {
            reach();
            hang(null, Duration.ofSeconds(seconds));
        } catch (SQLException e) {
            return false;
        }
        return Objects.requireNonNull(pass(method, arguments));
    }

    private @Nullable Object commit(Method method, @Nullable Object[] arguments) throws Throwable {
        reach();
        CommitOutcome outcome = database.takeLostCommit();
        if (outcome == null) {
            return pass(method, arguments);
        }
        if (outcome == CommitOutcome.COMMITTED) {
            pass(method, arguments);
        }
        kill();
        closed = true;
        throw new SQLException("Connection lost during commit; the outcome is unknown", "08007");
    }

    /** Before a statement reaches the database. */
    void beforeStatement(FaultyStatement<?> statement, boolean writes, Duration queryTimeout)
            throws SQLException {
        reach();
        if (writes && demoted) {
            throw new SQLException("The server is read-only since a failover", "25006");
        }
        hang(statement, queryTimeout);
        executed.incrementAndGet();
        database.executed();
    }

    /** Before a call that needs the server: a killed connection is noticed. */
    private void reach() throws SQLException {
        if (mostStatements > 0 && executed.get() >= mostStatements) {
            kill();
        }
        checkAlive();
    }

    private void hang(@Nullable FaultyStatement<?> statement, Duration limit) throws SQLException {
        HeldCall call = database.holdIfHanging(this, statement);
        if (call == null) {
            return;
        }
        Duration network = networkTimeout;
        boolean losesConnection =
                !network.isZero() && (limit.isZero() || network.compareTo(limit) < 0);
        database.await(
                call,
                losesConnection ? this::killAside : () -> call.fail(timedOut()),
                losesConnection ? network : limit);
        checkAlive();
    }

    private static SQLException timedOut() {
        return new SQLTimeoutException("Statement hung until its time-out", "57014");
    }

    void checkAlive() throws SQLException {
        if (isKilled()) {
            closed = true;
            throw lost(null);
        }
    }

    SQLException lost(@Nullable Throwable cause) {
        return new SQLException("Connection lost by a fault of the test", "08006", cause);
    }

    boolean isKilled() {
        return killed.get();
    }

    void demote() {
        demoted = true;
    }

    /** Has an alarm that kills it. */
    void killBy(Ticker.Alarm alarm) {
        death = alarm;
        if (closed || isKilled()) {
            alarm.cancel();
        }
    }

    private void cancelDeath() {
        Ticker.Alarm alarm = death;
        if (alarm != null) {
            alarm.cancel();
        }
    }

    /** Loses the connection; returns when that of the driver is closed. */
    void kill() {
        if (endByKill()) {
            closeReal();
        }
    }

    /** Loses the connection without waiting for the driver, for alarms. */
    void killAside() {
        if (endByKill()) {
            Thread thread = new Thread(this::closeReal, "sluice-testkit-kill");
            thread.setDaemon(true);
            thread.start();
        }
    }

    private boolean endByKill() {
        if (!killed.compareAndSet(false, true)) {
            return false;
        }
        cancelDeath();
        database.ended(this, lost(null));
        return true;
    }

    /** Ends the session as a killed one: what is not committed is rolled back. */
    private void closeReal() {
        try {
            real.abort(Runnable::run);
            if (!real.isClosed()) { // not every driver can abort
                if (!real.getAutoCommit()) {
                    real.rollback();
                }
                real.close();
            }
        } catch (SQLException e) {
            // It is lost all the same.
        }
    }
}
