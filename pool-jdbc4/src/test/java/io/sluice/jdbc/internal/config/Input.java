package io.sluice.jdbc.internal.config;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Configuration as somebody may write it, right or wrong. Immutable.
 *
 * @param kind what it is given to
 * @param dialect the pool whose options are given beside those of Sluice
 * @param lines the lines of a properties file, as tokens
 */
record Input(Kind kind, Dialect dialect, List<List<String>> lines) {

    /** What reads the input. */
    enum Kind {
        ONE_POOL,
        SEVERAL_POOLS,
        BESIDE,
        REFERENCE,
        FILE
    }

    /** The password in every place that Sluice can know to hold one. */
    static final String SECRET = "hidden7391";

    /** The variable of the environment that has the password. */
    static final String VARIABLE = "DB_PASSWORD";

    Input withLines(List<List<String>> other) {
        return new Input(kind, dialect, other);
    }

    String text() {
        return lines.stream().map(line -> String.join("", line)).collect(Collectors.joining("\n"));
    }

    /** Whether a token marks its text as a password, so that a part of it would not. */
    static boolean isWhole(String token) {
        return token.contains(SECRET) || token.contains(VARIABLE);
    }
}
