package io.sluice.jdbc.internal.config;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Passwords of several shapes, each in every place that Sluice can know to hold one. Two words
 * betray them: a part of a password that is shown is noticed as well.
 */
public enum TestSecret {
    PLAIN(""),
    QUOTE("\""),
    APOSTROPHE("'"),
    SPACE(" "),
    EQUALS("="),
    COLON(": "),
    AMPERSAND("&"),
    PERCENT("%"),
    ENCODED("%26"),
    SEMICOLON(";"),
    COMMA(", "),
    BRACE("}"),
    PARENTHESIS(")"),
    BACKSLASH("\\"),
    AT("@"),
    SLASH("/"),
    HASH("#"),
    QUESTION_MARK("?"),
    DOLLAR("$"),
    ACCENT("\u00e9"),
    HAN("\u5bc6"),
    EMOJI("\ud83d\udd11");

    private static final String HEAD = "hidden7391";
    private static final String TAIL = "veiled5824";

    /** The variables of the environment that have the passwords begin with this. */
    private static final String VARIABLE = "DB_PASSWORD_";

    private final String between;

    TestSecret(String between) {
        this.between = between;
    }

    /** Returns the password. */
    public String text() {
        return HEAD + between + TAIL;
    }

    /** Returns the name of the variable of the environment that has the password. */
    String variable() {
        return VARIABLE + name();
    }

    static Map<String, String> environment() {
        return Arrays.stream(values())
                .collect(Collectors.toMap(TestSecret::variable, TestSecret::text));
    }

    /** Returns those without any of these characters. */
    public static List<TestSecret> without(String characters) {
        return Arrays.stream(values())
                .filter(secret -> characters.chars().noneMatch(c -> secret.between.indexOf(c) >= 0))
                .toList();
    }

    /** Returns whether a text has a password or a part of one. */
    public static boolean isIn(String text) {
        return text.contains(HEAD) || text.contains(TAIL);
    }

    /** Returns whether a text has a password or a reference to one. */
    static boolean isMeantBy(String text) {
        return isIn(text) || text.contains(VARIABLE);
    }
}
