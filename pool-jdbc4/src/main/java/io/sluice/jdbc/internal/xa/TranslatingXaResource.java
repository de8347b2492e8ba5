package io.sluice.jdbc.internal.xa;

import io.sluice.jdbc.FatalErrorClassifier;
import io.sluice.pool.jta.InDoubtBranches;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collection;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * A driver's {@link XAResource}, with what it answers put right where it deviates from the
 * specification. Passes everything on; a subclass is about one driver.
 */
public class TranslatingXaResource implements XAResource {

    /** What the names of the drivers' classes begin with. */
    public static final String POSTGRES = "org.postgresql.";

    public static final String H2 = "org.h2.";

    /** Of the SQL standard: statement completion unknown. */
    private static final String COMPLETION_UNKNOWN = "40003";

    private static final FatalErrorClassifier FATAL = FatalErrorClassifier.standard();

    final XAResource driver;

    TranslatingXaResource(XAResource driver) {
        this.driver = driver;
    }

    /**
     * Returns a resource that answers as the specification says.
     *
     * @param connection of the same session; null where it is not {@linkplain #asks asked}
     */
    public static TranslatingXaResource of(XAResource driver, @Nullable Connection connection) {
        String name = driver.getClass().getName();
        if (name.startsWith(POSTGRES)) {
            return new PostgresXaResource(driver, connection);
        }
        if (name.startsWith("org.mariadb.") || name.startsWith("com.mysql.")) {
            return new MySqlXaResource(driver, connection);
        }
        if (name.startsWith("org.apache.derby.")) {
            return new DerbyXaResource(driver);
        }
        return name.startsWith(H2)
                ? new H2XaResource(driver, connection)
                : new TranslatingXaResource(driver);
    }

    /** Whether the connection of a session is asked what its user may see of what is prepared. */
    static boolean asks(XAResource driver) {
        String name = driver.getClass().getName();
        return name.startsWith(POSTGRES) || name.startsWith(H2);
    }

    /**
     * Returns why a scan that has just ended proves nothing about branches that it has not listed,
     * as text for an error; null if it proves that they are ended. A driver may list to a user what
     * is his only, without a word.
     *
     * @param unlisted as {@link io.sluice.pool.jta.InDoubtBranches#text} writes them; at least one
     * @throws XAException if that cannot be found out
     */
    @Nullable String doubtAbout(String poolName, Collection<String> unlisted) throws XAException {
        return null;
    }

    /**
     * Says whether a branch that was prepared in this session stays prepared when that is closed.
     * False where it is rolled back, as on H2, or that is not known.
     */
    boolean preparedOutlivesClose() {
        return false;
    }

    /**
     * Says whether a branch that the server has rolled back, in place of preparing or committing
     * it, is rolled back at the driver as well, so that the session may start another. If that
     * fails, it is suppressed by the error of the prepare or commit.
     */
    boolean rollsBackWhatIsRefused() {
        return false;
    }

    /**
     * An object of the driver is about to be given to the application: what it does passes no gate.
     * Called inside the gate.
     */
    void lending() {}

    /**
     * Returns the error a manager is to get in place of the driver's. One without a code would mean
     * to it that nothing has failed.
     */
    XAException translated(XAException error) {
        if (error.errorCode != XA_OK) {
            return error;
        }
        return with(isLost(cause(error)) ? XAException.XAER_RMFAIL : XAException.XAER_RMERR, error);
    }

    /**
     * The same for a commit, where the code of what failed at the server means that the branch is
     * rolled back. Without a code that is said only where the server has refused to commit in one
     * phase; what is prepared is prepared still.
     */
    private XAException translatedAtCommit(XAException error, boolean onePhase) {
        XAException translated = translated(error);
        return error.errorCode != XA_OK || (onePhase && isRefusal(cause(error)))
                ? translated
                : stillPrepared(translated);
    }

    /** The SQLException behind an error, or null. */
    public static @Nullable SQLException cause(XAException error) {
        Throwable cause = error.getCause();
        for (int depth = 0; cause != null && depth < 8; depth++) {
            if (cause instanceof SQLException found) {
                return found;
            }
            cause = cause.getCause();
        }
        return null;
    }

    /** Whether the session is lost, by what the server or the network said. */
    public static boolean isLost(@Nullable SQLException cause) {
        return cause != null && FATAL.isFatal(cause);
    }

    /** Whether nobody knows what the server has made of what failed. */
    static boolean isOutcomeUnknown(SQLException cause) {
        return isLost(cause) || COMPLETION_UNKNOWN.equals(cause.getSQLState());
    }

    /**
     * Whether what failed has a state, and one that does not say that the session is lost or the
     * outcome unknown: the server has not done what it was asked for.
     */
    static boolean isRefusal(@Nullable SQLException cause) {
        return cause != null && cause.getSQLState() != null && !isOutcomeUnknown(cause);
    }

    /**
     * What is to become of a failed commit or rollback of a prepared branch: unless the driver
     * knows the outcome, the branch is prepared still, and the manager has to come again. Told that
     * the statement failed it would take the branch for ended.
     */
    static XAException stillPrepared(XAException error) {
        return error.errorCode == XAException.XAER_RMERR
                ? with(XAException.XAER_RMFAIL, error)
                : error;
    }

    /**
     * Asks the driver for all that is prepared. When that fails the branch may be prepared still,
     * and the manager has to come again.
     */
    final boolean isListed(Xid xid) throws XAException {
        String name = InDoubtBranches.text(xid);
        try {
            return Arrays.stream(recover(TMSTARTRSCAN | TMENDRSCAN))
                    .anyMatch(listed -> InDoubtBranches.text(listed).equals(name));
        } catch (XAException e) {
            throw with(XAException.XAER_RMFAIL, e);
        }
    }

    static XAException with(int code, Exception error) {
        XAException translated = new XAException(error.getMessage());
        translated.errorCode = code;
        translated.initCause(error);
        return translated;
    }

    @Override
    public void start(Xid xid, int flags) throws XAException {
        try {
            driver.start(xid, flags);
        } catch (XAException e) {
            throw translated(e);
        }
    }

    @Override
    public void end(Xid xid, int flags) throws XAException {
        try {
            driver.end(xid, flags);
        } catch (XAException e) {
            throw translated(e);
        }
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        try {
            return driver.prepare(xid);
        } catch (XAException e) {
            throw translated(e);
        }
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        try {
            driver.commit(xid, onePhase);
        } catch (XAException e) {
            throw translatedAtCommit(e, onePhase);
        }
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        try {
            driver.rollback(xid);
        } catch (XAException e) {
            XAException translated = translated(e);
            throw e.errorCode == XA_OK ? stillPrepared(translated) : translated;
        }
    }

    @Override
    public void forget(Xid xid) throws XAException {
        try {
            driver.forget(xid);
        } catch (XAException e) {
            throw translated(e);
        }
    }

    @Override
    public Xid[] recover(int flag) throws XAException {
        try {
            return driver.recover(flag);
        } catch (XAException e) {
            throw translated(e);
        }
    }

    /** For a driver that says of sessions that one may join another's branch when it may not. */
    final boolean isItself(XAResource other) {
        return driver == (other instanceof TranslatingXaResource ours ? ours.driver : other);
    }

    /** Asks the driver about its own. */
    @Override
    public boolean isSameRM(XAResource other) throws XAException {
        try {
            return driver.isSameRM(
                    other instanceof TranslatingXaResource ours ? ours.driver : other);
        } catch (XAException e) {
            throw translated(e);
        }
    }

    @Override
    public int getTransactionTimeout() throws XAException {
        try {
            return driver.getTransactionTimeout();
        } catch (XAException e) {
            throw translated(e);
        }
    }

    @Override
    public boolean setTransactionTimeout(int seconds) throws XAException {
        try {
            return driver.setTransactionTimeout(seconds);
        } catch (XAException e) {
            throw translated(e);
        }
    }

    @Override
    public String toString() {
        return "XAResource of " + driver.getClass().getName();
    }
}
