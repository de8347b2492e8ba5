package io.sluice.pool.jta;

import java.util.Arrays;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/** The errors of the XA specification: their names, their kinds, and those that Sluice raises. */
final class XaErrors {

    /** Replaces an error for which memory is lacking; created in advance. */
    @SuppressWarnings("StaticAssignmentOfThrowable") // it cannot be created when it is needed
    static final XAException WITHOUT_MEMORY = new NoMemory();

    /** No stack trace: it would keep the classes of the first caller reachable. */
    private static final class NoMemory extends XAException {

        private static final long serialVersionUID = 1L;

        NoMemory() {
            super("out of memory: the failure could not be described");
            errorCode = XAER_RMFAIL;
        }

        @Override
        @SuppressWarnings("UnsynchronizedOverridesSynchronized") // it changes nothing
        public Throwable fillInStackTrace() {
            return this;
        }
    }

    private XaErrors() {}

    /** Whether the code says that the branch was, or can only be, rolled back. */
    static boolean isRollback(int code) {
        return code >= XAException.XA_RBBASE && code <= XAException.XA_RBEND;
    }

    /** Whether the code reports a heuristic decision of the server. */
    static boolean isHeuristic(int code) {
        return code >= XAException.XA_HEURMIX && code <= XAException.XA_HEURHAZ;
    }

    /** Whether the code reports the outcome of the branch, not the failure of a call. */
    static boolean isDecided(int code) {
        return isRollback(code) || isHeuristic(code);
    }

    /** Whether the code says that the call was not carried out. */
    static boolean isRefusal(int code) {
        return code == XAException.XAER_INVAL || code == XAException.XAER_PROTO;
    }

    /** Returns the error with a message that names its code; drivers often give only the number. */
    static XAException readable(XAException error) {
        String name = name(error.errorCode);
        String text = error.getMessage();
        if (text == null) {
            Throwable cause = error.getCause();
            text = cause == null ? "the driver gave no details" : cause.toString();
        }
        return text.contains(name) ? error : of(error.errorCode, text, error);
    }

    static XAException of(int code, String message, @Nullable Throwable cause) {
        XAException error = new XAException(message + " (" + name(code) + ")");
        error.errorCode = code;
        error.initCause(cause);
        return error;
    }

    /** Refuses a call on a finished branch, whose resource may be in use elsewhere. */
    static XAException over(String branch, boolean own, String call, @Nullable Xid xid) {
        return of(
                own ? XAException.XAER_NOTA : XAException.XAER_RMFAIL,
                branch + " is already completed; " + call + " of " + text(xid) + " has no effect",
                null);
    }

    /** Refuses a call out of order. */
    static XAException notAllowed(
            String branch, String call, Xid xid, int flags, BranchState state) {
        return of(
                XAException.XAER_PROTO,
                branch
                        + ": "
                        + call
                        + " of "
                        + text(xid)
                        + " with "
                        + flags(flags)
                        + " is not allowed in state "
                        + state,
                null);
    }

    /**
     * Refuses a call on a branch whose connection was ended before it was prepared.
     *
     * @param code a rollback code
     */
    static XAException lost(int code, String branch, String call, Xid xid) {
        return of(
                code,
                branch
                        + ": "
                        + call
                        + " of "
                        + text(xid)
                        + " is too late: the connection was lost, and the branch is rolled back",
                null);
    }

    /** Reports a connection lost during a prepare. */
    static XAException voteLost(String branch, Xid xid, XAException failure) {
        return of(
                XAException.XA_RBCOMMFAIL,
                branch
                        + ": the connection was lost during the prepare of "
                        + text(xid)
                        + "; the branch is rolled back, by recovery if the server has prepared it",
                failure);
    }

    /** Refuses a call on a branch in doubt whose connection is closed. */
    static XAException givenUp(String branch, String call, @Nullable Xid xid) {
        return of(
                XAException.XAER_RMFAIL,
                branch
                        + " is in doubt and its connection is closed; "
                        + call
                        + " of "
                        + text(xid)
                        + " is left to recovery",
                null);
    }

    /** Reports a commit in one phase while the connection was being ended by force. */
    static XAException takenAway(String branch, Xid xid, @Nullable XAException failure) {
        return of(
                XAException.XAER_RMFAIL,
                branch
                        + ": the connection was taken away during the commit of "
                        + text(xid)
                        + "; the outcome is unknown, check the data",
                failure);
    }

    /** Reports a connection lost during a commit in one phase. */
    static XAException lostAtCommit(String branch, Xid xid, XAException failure) {
        return of(
                XAException.XAER_RMFAIL,
                branch
                        + ": the connection was lost during the commit of "
                        + text(xid)
                        + " in one phase; the outcome is unknown, check the data",
                failure);
    }

    /** Answers a rollback after a commit in one phase that failed without an answer. */
    static XAException maybeCommitted(
            String branch, @Nullable Xid xid, @Nullable XAException failure) {
        return of(
                XAException.XA_HEURHAZ,
                branch
                        + ": rollback of "
                        + text(xid)
                        + " cannot be confirmed, its commit in one phase failed with an unknown"
                        + " outcome; check the data",
                failure);
    }

    /** Wraps anything else that a driver throws. */
    static XAException surprise(String branch, String call, @Nullable Xid xid, Throwable failure) {
        return of(
                XAException.XAER_RMFAIL,
                branch + ": the driver failed at " + call + (xid == null ? "" : " of " + text(xid)),
                failure);
    }

    static String name(int code) {
        return switch (code) {
            case XAException.XA_RBROLLBACK -> "XA_RBROLLBACK";
            case XAException.XA_RBCOMMFAIL -> "XA_RBCOMMFAIL";
            case XAException.XA_RBDEADLOCK -> "XA_RBDEADLOCK";
            case XAException.XA_RBINTEGRITY -> "XA_RBINTEGRITY";
            case XAException.XA_RBOTHER -> "XA_RBOTHER";
            case XAException.XA_RBPROTO -> "XA_RBPROTO";
            case XAException.XA_RBTIMEOUT -> "XA_RBTIMEOUT";
            case XAException.XA_RBTRANSIENT -> "XA_RBTRANSIENT";
            case XAException.XA_HEURHAZ -> "XA_HEURHAZ";
            case XAException.XA_HEURCOM -> "XA_HEURCOM";
            case XAException.XA_HEURRB -> "XA_HEURRB";
            case XAException.XA_HEURMIX -> "XA_HEURMIX";
            case XAException.XA_RETRY -> "XA_RETRY";
            case XAException.XAER_RMERR -> "XAER_RMERR";
            case XAException.XAER_RMFAIL -> "XAER_RMFAIL";
            case XAException.XAER_NOTA -> "XAER_NOTA";
            case XAException.XAER_INVAL -> "XAER_INVAL";
            case XAException.XAER_PROTO -> "XAER_PROTO";
            case XAException.XAER_DUPID -> "XAER_DUPID";
            case XAException.XAER_OUTSIDE -> "XAER_OUTSIDE";
            case XAException.XAER_ASYNC -> "XAER_ASYNC";
            default -> "XA error " + code;
        };
    }

    static String flags(int flags) {
        return switch (flags) {
            case XAResource.TMNOFLAGS -> "TMNOFLAGS";
            case XAResource.TMJOIN -> "TMJOIN";
            case XAResource.TMRESUME -> "TMRESUME";
            case XAResource.TMSUSPEND -> "TMSUSPEND";
            case XAResource.TMSUCCESS -> "TMSUCCESS";
            case XAResource.TMFAIL -> "TMFAIL";
            default -> "0x" + Integer.toHexString(flags);
        };
    }

    /** Returns the xid as in logs: format, global part and branch in hexadecimal digits. */
    static String text(@Nullable Xid xid) {
        if (xid == null) {
            return "none";
        }
        StringBuilder text = new StringBuilder();
        text.append(Integer.toHexString(xid.getFormatId())).append(':');
        append(text, xid.getGlobalTransactionId());
        append(text.append(':'), xid.getBranchQualifier());
        return text.toString();
    }

    private static void append(StringBuilder text, byte[] bytes) {
        for (byte each : bytes) {
            text.append(Character.forDigit(each >> 4 & 0xf, 16));
            text.append(Character.forDigit(each & 0xf, 16));
        }
    }

    static boolean isSame(@Nullable Xid one, @Nullable Xid other) {
        return one == other
                || (one != null
                        && other != null
                        && one.getFormatId() == other.getFormatId()
                        && Arrays.equals(
                                one.getGlobalTransactionId(), other.getGlobalTransactionId())
                        && Arrays.equals(one.getBranchQualifier(), other.getBranchQualifier()));
    }
}
