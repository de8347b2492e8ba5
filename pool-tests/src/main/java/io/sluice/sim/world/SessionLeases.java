package io.sluice.sim.world;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The leases that a session serves, one after the other, and the threads in a call. Notices when
 * two use it at once, when one sees what another has left, and when one comes after its end.
 */
final class SessionLeases {

    final Freshness freshness;

    private final SimSession session;
    private final SimDatabase database;

    /** The lease of which the session knows. */
    private @Nullable String served;

    private @Nullable Thread servedTo;

    /** The lease that has executed the last statement. */
    private @Nullable String lease;

    /** The threads in a call. */
    private final List<Thread> users = new ArrayList<>(2);

    SessionLeases(SimSession session) {
        this.session = session;
        this.database = session.database();
        this.freshness = new Freshness(database);
    }

    @Nullable String served() {
        return served;
    }

    /** Whether a lease has executed anything. */
    boolean hasServed() {
        return lease != null;
    }

    boolean isInUse() {
        return !users.isEmpty();
    }

    /** The lease ends: from now on it is idle, even if the lease has made no call for long. */
    void end(String by) {
        if (by.equals(served)) {
            freshness.used();
        }
    }

    /** One thread at a time; and none after the end. */
    @Nullable Object inCall(SimSession.Call call) throws SQLException {
        Thread caller = Thread.currentThread();
        String by = database.leaseOfCaller();
        check(caller, by);
        if (by != null && !by.equals(served) && !database.isGlobal(by)) {
            begin(by);
        }
        if (by != null && caller != servedTo) {
            session.attributes.shake();
        }
        users.add(caller);
        try {
            return call.make();
        } finally {
            if (by != null) {
                freshness.used();
            }
            users.remove(users.lastIndexOf(caller));
        }
    }

    private void check(Thread caller, @Nullable String by) throws SQLException {
        if (by != null && database.isOver(by)) {
            if (database.isHasty(by)) {
                throw new SQLException("came beside the end of its lease", "55000");
            }
            session.fail("is asked by " + by + ", whose lease is over");
        }
        for (Thread user : users) {
            if (user != caller && !Objects.equals(by, database.leaseOf(user))) {
                session.fail("is used by " + caller.getName() + " and by " + user.getName());
            }
        }
        session.end.checkCall(caller, by);
    }

    /** A thread is in a call for so long, or until it is aborted. */
    void occupy(long nanos) {
        Thread caller = Thread.currentThread();
        users.add(caller);
        session.end.awaitAbort(nanos);
        users.remove(users.lastIndexOf(caller));
        freshness.used(); // its lease ends after this
    }

    void checkNotInUse() {
        if (isInUse()) {
            session.fail("is closed while " + users.get(0).getName() + " uses it");
        }
    }

    /** A lease makes its first call: it finds nothing of the lease before. */
    private void begin(String by) {
        String complaint =
                database.knowsFreshness ? freshness.complaint(database.waitedSince(by)) : null;
        if (complaint != null && !session.end.isCut()) {
            session.fail(complaint + " to " + by);
        }
        if (database.plan.standby != null && database.plan.standby.isLate(session)) {
            session.fail("serves " + by + " though its server is late");
        }
        served = by;
        servedTo = Thread.currentThread();
        session.attributes.begin();
        session.work.begin();
        if (session.end.isCut()) {
            return;
        }
        String found =
                session.attributes.left(by)
                        + (session.work.uncommitted() == null ? "" : " a transaction")
                        + (session.statements.openBefore(by) == 0 ? "" : " a statement")
                        + (session.attributes.settingLeft() == null ? "" : " a setting")
                        + (session.lacksRequest() ? " no request" : "");
        if (!found.isEmpty()) {
            session.fail("serves " + by + " with" + found);
        }
    }

    /** The first statement of a lease finds nothing of the lease before. */
    void execute(String by) {
        if (database.isOver(by) && !session.end.isAborted()) { // to tell an aborted one is in vain
            session.fail("is told to work by " + by + ", whose lease is over");
        }
        if (by.equals(lease) || session.end.isCut()) {
            return;
        }
        // A transaction may have ended without its thread; its branch is looked at when it works.
        if (lease != null && !database.isOver(lease) && !database.isGlobal(lease)) {
            session.fail("serves " + by + " and " + lease + " at once");
        }
        if (session.work.isNotRolledBack()) {
            session.fail("serves " + by + " though its rollback has failed");
        }
        if (session.isUnknown()) {
            session.fail("serves " + by + " though the stack ended in its driver");
        }
        String uncommitted = session.work.uncommitted();
        if (uncommitted != null && !uncommitted.equals(by)) {
            session.fail("has work of " + uncommitted + " open when it serves " + by);
        }
        long left = session.statements.openBefore(by);
        if (left > 0) {
            session.fail("has " + left + " statements left open when it serves " + by);
        }
        String setting = session.attributes.settingLeft();
        if (setting != null) {
            session.fail("has a setting of " + setting + " when it serves " + by);
        }
        lease = by;
    }

    /** A cancel of a statement of a lease arrives. */
    void checkCancelled(@Nullable String of) {
        if (of != null && isInUse() && !of.equals(lease) && !session.end.isCut()) {
            session.fail("is cancelled for " + of + " while it serves " + lease);
        }
    }

    /** A lease must not abort what serves another. */
    void checkAborted() {
        String by = database.leaseOfCaller();
        if (by != null && served != null && !by.equals(served) && !database.isOver(served)) {
            session.fail("is aborted by " + by + " while it serves " + served);
        }
    }
}
