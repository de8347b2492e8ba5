package io.sluice.jdbc.internal.connect;

import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Errors of a vendor that mean the same.
 *
 * @param meaning what they mean
 * @param state the SQLState they come with, or how it begins; empty for any
 * @param codes the vendor's codes, sorted; empty for any
 * @param driver how the name of the exception's class begins; empty for any
 */
record KnownError(Meaning meaning, String state, List<Integer> codes, String driver) {

    /** What an error says about the connection or the attempt to connect. */
    enum Meaning {
        /** The session has ended; the connection must not be used again. */
        ENDED,
        /** The database refuses the user or the password. */
        LOGIN,
        /** Connecting fails for another reason that waiting does not mend. */
        PERMANENT,
        /** The server accepts no writes; or the session does not, which the application chose. */
        READ_ONLY
    }

    /** Errors with this state, whatever their code. */
    static KnownError state(Meaning meaning, String state) {
        return new KnownError(meaning, state, List.of(), "");
    }

    /**
     * Errors with one of these codes. The state, or its beginning, keeps vendors apart, since the
     * same number means something else to each of them.
     */
    static KnownError codes(Meaning meaning, String state, Integer... codes) {
        return new KnownError(meaning, state, List.of(codes), "");
    }

    /** Errors with one of these codes, from a driver whose states are not specific. */
    static KnownError ofDriver(Meaning meaning, String driver, Integer... codes) {
        return new KnownError(meaning, "", List.of(codes), driver);
    }

    boolean matches(SQLException error) {
        if (!codes.isEmpty() && !codes.contains(error.getErrorCode())) {
            return false;
        }
        String given = error.getSQLState();
        return (state.isEmpty() || (given != null && given.startsWith(state)))
                && error.getClass().getName().startsWith(driver);
    }

    /** As documentation shows it. */
    @Override
    public String toString() {
        if (codes.isEmpty()) {
            return state;
        }
        String all = codes.stream().map(String::valueOf).collect(Collectors.joining(", "));
        return state.isEmpty() ? all : all + " with " + state + (state.length() < 5 ? "…" : "");
    }
}
