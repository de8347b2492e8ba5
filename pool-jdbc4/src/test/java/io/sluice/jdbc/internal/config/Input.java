package io.sluice.jdbc.internal.config;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Configuration as somebody may write it, right or wrong. Immutable.
 *
 * @param kind what it is given to
 * @param dialect the pool whose options are given beside those of Sluice
 * @param lines the lines of a properties file, as tokens
 * @param isLong whether it has parts as many as the generator was told
 */
record Input(Kind kind, Dialect dialect, List<List<String>> lines, boolean isLong) {

    /** What reads the input. */
    enum Kind {
        ONE_POOL,
        SEVERAL_POOLS,
        BESIDE,
        REFERENCE,
        FILE
    }

    Input withKind(Kind other) {
        return new Input(other, dialect, lines, isLong);
    }

    Input withLines(List<List<String>> other) {
        return new Input(kind, dialect, other, isLong);
    }

    String text() {
        return lines.stream().map(line -> String.join("", line)).collect(Collectors.joining("\n"));
    }

    /** The same without what no file in UTF-8 can have. */
    String fileText() {
        return text().replaceAll("[\\ud800-\\udfff]", "?");
    }
}
