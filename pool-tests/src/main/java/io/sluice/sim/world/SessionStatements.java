package io.sluice.sim.world;

import io.sluice.sim.scheduler.Hooks;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * The statements of a session, and what they do. Notices what a lease leaves open.
 *
 * <p>Of SQL they know {@code WORK lease}, {@code SET lease} and {@code RESET}.
 */
final class SessionStatements {

    private final SimSession session;
    private final SimDatabase database;
    private final List<SimPrepared> prepared = new ArrayList<>();
    private final List<SimStatement> open = new ArrayList<>();

    SessionStatements(SimSession session) {
        this.session = session;
        this.database = session.database();
    }

    Statement open(int number) {
        SimStatement statement = new SimStatement(session, number, database.leaseOfCaller());
        open.add(statement);
        return SimSession.proxy(Statement.class, statement);
    }

    Object prepare(String sql) {
        if (VendorQuery.isKnown(sql)) {
            return new VendorQuery(session, session.branches(), sql).statement();
        }
        SimPrepared statement = new SimPrepared(session, sql);
        prepared.add(statement);
        return statement.statement();
    }

    void closed(SimStatement statement) {
        open.remove(statement);
    }

    void closed(SimPrepared statement) {
        prepared.remove(statement);
    }

    /** Returns how many statements another lease has left open. */
    long openBefore(String lease) {
        return open.stream().filter(each -> isOf(each, lease)).count();
    }

    /** The end of a request closes what is prepared. */
    void closePrepared() {
        prepared.forEach(SimPrepared::over);
        prepared.clear();
    }

    /** A second thread of a lease may still be about to close one. */
    private boolean isOf(SimStatement statement, String another) {
        String by = statement.by();
        return !another.equals(by) && (by == null || !database.isHasty(by));
    }

    /** Nothing of the lease is open that its threads have opened beside its end. */
    void checkClosed(String of) {
        if (!session.end.isCut() && open.stream().anyMatch(each -> of.equals(each.by()))) {
            session.fail("has a statement open of " + of + ", which has ended");
        }
    }

    /** To close a statement may take long, and fail in any way. */
    void mayNotClose(String sql) throws SQLException {
        session.hangs.closesSlowly();
        if (database.dice.oneIn(database.faults().closeFails())) {
            if (database.more.oneIn(2)) {
                throw new IllegalStateException("does not close " + sql);
            }
            database.doubted(); // a classifier that cannot tell counts as a loss
            throw new SQLException("does not close " + sql, "XX000");
        }
    }

    /** The same in a global transaction, also with an error. */
    void mayNotCloseAtAll() throws SQLException {
        if (session.branches().more.oneIn(database.faults().closeFails())) {
            throw new LinkageError("a statement that is left open does not close");
        }
    }

    void execute(String sql) throws SQLException {
        session.attributes.forgetPutBack();
        switch (sql) {
            case SimDatabase.PING -> {
                session.end.checkAlive();
                session.leases.freshness.validated();
            }
            case "SELECT 1" -> { // how a pool validates on MySQL, if not for whole seconds
                if (!session.isValid()) {
                    session.end.checkAlive();
                }
            }
            case "INIT" -> session.attributes.initialize();
            case "RESET" -> {
                session.end.checkAlive();
                session.attributes.resetSettings();
            }
            default -> execute(sql, sql.substring(sql.indexOf(' ') + 1));
        }
    }

    private void execute(String sql, String by) throws SQLException {
        session.work.hasWorked();
        session.leases.execute(by);
        session.end.checkAlive();
        database.simulation.sleep(database.dice.someNanos(100));
        if (database.dice.oneIn(database.faults().losesInterrupts())) {
            boolean ignored = Hooks.interrupted();
        }
        session.hangs.mayBeHalfClosed();
        session.hangs.answersNothing();
        session.hangs.mayHangInStatement();
        if (database.dice.oneIn(database.faults().killed())) {
            session.end.kill();
        }
        session.end.checkAlive();
        if (sql.startsWith("SET ")) {
            session.attributes.setFor(by);
        }
        if (sql.startsWith("USE ")) {
            session.attributes.changeSchema("other");
        }
        if (session.isDemoted() && sql.startsWith("WORK ")) {
            refuseWrite(by);
        }
        session.work.add(by);
        session.attributes.warn(by);
    }

    /** An application that has asked for read-only has itself to blame. */
    private void refuseWrite(String by) throws SQLException {
        if (database.wantsPrimary && !session.attributes.isReadOnly()) {
            session.end.tellReadOnly(by);
        }
        throw new SQLException("read-only", "25006");
    }
}
