package io.sluice.jdbc.internal.xa;

import io.sluice.jdbc.FatalErrorClassifier;
import io.sluice.jdbc.internal.connect.SqlErrors;
import io.sluice.pool.jta.InDoubtBranches;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collection;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * A driver's {@link XAResource}, with its answers corrected where they deviate from the
 * specification. Passes every call on; each subclass is for one database, see {@link XaVendors}.
 */
public class TranslatingXaResource implements XAResource {

    /** Of the SQL standard: statement completion unknown. */
    private static final String COMPLETION_UNKNOWN = "40003";

    private static final FatalErrorClassifier FATAL = FatalErrorClassifier.standard();

    final XAResource driver;

    TranslatingXaResource(XAResource driver) {
        this.driver = driver;
    }

    /**
     * Returns why a scan that has just ended proves nothing about branches that it has not listed,
     * as text for an error; null if it proves that they have ended. Some drivers silently list only
     * the user's own branches.
     *
     * @param unlisted in the form of {@link io.sluice.pool.jta.InDoubtBranches#text}; at least one
     * @throws XAException if that cannot be determined
     */
    @Nullable String doubtAbout(String poolName, Collection<String> unlisted) throws XAException {
        return null;
    }

    /**
     * Returns whether a branch that was prepared in this session stays prepared when the session is
     * closed. False if it is rolled back, as on H2, or if that is unknown.
     */
    boolean preparedOutlivesClose() {
        return false;
    }

    /**
     * Returns whether a branch that the server rolled back, instead of preparing or committing it,
     * is rolled back at the driver too. Then the session may start another. A failure of that is
     * suppressed in the error of the prepare or commit.
     */
    boolean rollsBackWhatIsRefused() {
        return false;
    }

    /**
     * Called inside the gate before the application gets an object of the driver, whose work passes
     * no gate.
     */
    void lending() {}

    /**
     * Returns the error that a manager gets in place of the driver's. To a manager, an error
     * without a code would mean that nothing has failed.
     */
    XAException translated(XAException error) {
        if (error.errorCode != XA_OK) {
            return error;
        }
        return with(isLost(cause(error)) ? XAException.XAER_RMFAIL : XAException.XAER_RMERR, error);
    }

    /**
     * The same for a commit in one phase, where the code of a server failure means that the branch
     * is rolled back. An error without a code gets that code only if the server refused the commit.
     */
    private XAException translatedInOnePhase(XAException error) {
        XAException translated = translated(error);
        return error.errorCode != XA_OK || isRefusal(cause(error))
                ? translated
                : stillPrepared(translated);
    }

    /**
     * The same for a commit or rollback of a prepared branch, which an error without a code leaves
     * prepared. A branch that is not prepared ends with its connection, whatever is returned.
     */
    XAException translatedOfPrepared(XAException error) {
        XAException translated = translated(error);
        return error.errorCode == XA_OK ? stillPrepared(translated) : translated;
    }

    /** The SQLException behind an error, or null. */
    public static @Nullable SQLException cause(XAException error) {
        return SqlErrors.sqlCause(error);
    }

    /** Whether the session is lost, by what the server or the network said. */
    public static boolean isLost(@Nullable SQLException cause) {
        return cause != null && FATAL.isFatal(cause);
    }

    /** Whether it is unknown what the server has done. */
    static boolean isOutcomeUnknown(SQLException cause) {
        return isLost(cause) || COMPLETION_UNKNOWN.equals(cause.getSQLState());
    }

    /**
     * Whether the error has a state that means neither a lost session nor an unknown outcome: the
     * server has not done what was requested.
     */
    static boolean isRefusal(@Nullable SQLException cause) {
        return cause != null && cause.getSQLState() != null && !isOutcomeUnknown(cause);
    }

    /**
     * Returns the error for a failed commit or rollback of a prepared branch. Unless the driver
     * knows the outcome, the branch is still prepared and the manager has to retry. A statement
     * error would make the manager take the branch for ended.
     */
    static XAException stillPrepared(XAException error) {
        return error.errorCode == XAException.XAER_RMERR
                ? with(XAException.XAER_RMFAIL, error)
                : error;
    }

    /**
     * Asks the driver for all prepared branches. If that fails the branch may still be prepared,
     * and the manager has to retry.
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

    static XAException refused(int code, @Nullable String message) {
        XAException error = new XAException(message);
        error.errorCode = code;
        return error;
    }

    static XAException with(int code, Throwable error) {
        XAException translated = refused(code, error.getMessage());
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
            throw onePhase ? translatedInOnePhase(e) : translatedOfPrepared(e);
        }
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        try {
            driver.rollback(xid);
        } catch (XAException e) {
            throw translatedOfPrepared(e);
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

    /** For drivers that wrongly claim that a session may join another's branch. */
    final boolean isItself(XAResource other) {
        return driver == (other instanceof TranslatingXaResource ours ? ours.driver : other);
    }

    /** Asks the driver about its own XA resource. */
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
