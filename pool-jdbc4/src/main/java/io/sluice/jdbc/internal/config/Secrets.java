package io.sluice.jdbc.internal.config;

import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Removes secrets from texts. */
public final class Secrets {

    /** What stands in place of a secret. */
    public static final String MASK = "***";

    private static final String WORDS =
            "pass|pwd|secret|token|credential|(?:api|access|private)[_-]?key";

    private static final Pattern NAME = Pattern.compile(WORDS, Pattern.CASE_INSENSITIVE);

    /** A name, and the sign that makes it a parameter: {@code ?password=}, {@code ;pwd = }. */
    private static final Pattern PARAMETER = Pattern.compile("[^=?&;,()\\s]++(\\s*+=\\s*+)?+");

    /** The beginning of a value that may have separators in it: in braces or quotes. */
    private static final String QUOTED =
            "(?:\\{(?:[^}]++|\\}\\})*+\\}?+|'[^']*+'?+|\"[^\"]*+\"?+)?+";

    /** A parameter in a list, or behind a login. */
    private static final Pattern NAMED = Pattern.compile("[{(\\[,]([\\w.-]++)=");

    /** The value of a parameter. */
    private static final Pattern VALUE = Pattern.compile(QUOTED + "[^&;)]*+");

    /** The same behind a semicolon, where only another ends it. */
    private static final Pattern LONG_VALUE = Pattern.compile(QUOTED + "[^;]*+");

    /** A name, and the sign that makes it a field: {@code "password":"x"}, {@code password: x}. */
    private static final Pattern FIELD = Pattern.compile("([\\w.-]++)(?:([\"']?+)\\s*+:(\\s*+))?+");

    /**
     * The names of fields without quotes. Not tokens: HSQLDB says {@code unexpected token: x}. Not
     * exceptions: they may be named after credentials.
     */
    private static final Pattern BARE_NAME =
            Pattern.compile(
                    "(?:pass(?:word|wd|phrase)?|pwd|secret|(?:api|access|private)[_-]?key)$",
                    Pattern.CASE_INSENSITIVE);

    /** No secret: MySQL and MariaDB say {@code using password: YES}. */
    private static final Pattern YES_OR_NO = Pattern.compile("(?:YES|NO)\\)");

    /** The value of a field without quotes. */
    private static final Pattern BARE_VALUE = Pattern.compile("[^\\s,;&)}\\]]*+");

    /** A part of a text that a login does not go beyond. */
    private static final Pattern WORD = Pattern.compile("[^?;&\\s]++");

    /** The beginning of {@code //user:password@host}, as in most URLs. */
    private static final Pattern LOGIN = Pattern.compile("//[^:/]*+:");

    /** The beginning of {@code thin:user/password@host}, as in URLs of Oracle. */
    private static final Pattern ORACLE_LOGIN = Pattern.compile(":[^:/@]++/");

    /** The least length of a secret that is recognised wherever it stands. */
    private static final int LEAST_LENGTH = 6;

    /** The limit for following causes, which may form a cycle. */
    private static final int DEPTH = 8;

    private Secrets() {}

    /** Returns whether the name of a property suggests a secret. */
    public static boolean isSecret(String property) {
        return NAME.matcher(property).find();
    }

    /** Returns the URL, or a text with URLs in it, with every password replaced. */
    public static String mask(String text) {
        String logins = maskLogins(text, /* onlyAlone= */ true);
        return maskLogins(maskParameters(maskFields(logins)), /* onlyAlone= */ false);
    }

    /**
     * Masks logins.
     *
     * @param onlyAlone whether to leave out what may have the name of a parameter in it, whose
     *     value may go on behind the login
     */
    private static String maskLogins(String text, boolean onlyAlone) {
        if (text.indexOf('@') < 0) {
            return text;
        }
        return WORD.matcher(text)
                .replaceAll(
                        word ->
                                Matcher.quoteReplacement(
                                        maskLogin(
                                                maskLogin(word.group(), LOGIN, onlyAlone),
                                                ORACLE_LOGIN,
                                                onlyAlone)));
    }

    private static String maskLogin(String word, Pattern beginning, boolean onlyAlone) {
        int end = word.lastIndexOf('@');
        Matcher start = beginning.matcher(word);
        if (!start.find() || start.end() > end) {
            return word;
        }
        return onlyAlone && hasSecretParameter(word, start.end(), end)
                ? word
                : word.substring(0, start.end()) + MASK + word.substring(end);
    }

    private static boolean hasSecretParameter(String text, int from, int to) {
        Matcher named = NAMED.matcher(text).region(from, to);
        while (named.find()) {
            if (isSecret(named.group(1))) {
                return true;
            }
        }
        return false;
    }

    private static String maskFields(String text) {
        Matcher field = FIELD.matcher(text);
        StringBuilder masked = new StringBuilder();
        int from = 0;
        for (int at = 0; field.find(at); ) {
            at = field.end();
            int end = isSecretField(field, text) ? endOfValue(text, at) : at;
            if (end > at) {
                masked.append(text, from, at).append(MASK);
                at = end;
                from = end;
            }
        }
        return masked.append(text, from, text.length()).toString();
    }

    /** In quotes any name of a secret counts; without, only what is no part of a sentence. */
    private static boolean isSecretField(MatchResult field, String text) {
        String quote = field.group(2);
        if (quote == null) {
            return false; // no field
        }
        String name = field.group(1);
        if (!quote.isEmpty()) {
            return isSecret(name);
        }
        int at = field.end();
        boolean isApart = !field.group(3).isEmpty() || (at < text.length() && isQuote(text, at));
        return isApart
                && BARE_NAME.matcher(name).find()
                && !YES_OR_NO.matcher(text).region(at, text.length()).lookingAt();
    }

    private static boolean isQuote(String text, int at) {
        return text.charAt(at) == '"' || text.charAt(at) == '\'';
    }

    /** By hand, since a pattern would need stack for each escaped character. */
    private static int endOfValue(String text, int from) {
        if (from < text.length() && isQuote(text, from)) {
            char quote = text.charAt(from);
            for (int at = from + 1; at < text.length(); at++) {
                if (text.charAt(at) == '\\') {
                    at++;
                } else if (text.charAt(at) == quote) {
                    return at + 1;
                }
            }
            return text.length();
        }
        Matcher bare = BARE_VALUE.matcher(text).region(from, text.length());
        return bare.lookingAt() ? bare.end() : from;
    }

    private static String maskParameters(String text) {
        Matcher parameter = PARAMETER.matcher(text);
        Matcher value = VALUE.matcher(text);
        Matcher longValue = LONG_VALUE.matcher(text);
        StringBuilder masked = new StringBuilder();
        int from = 0;
        for (int at = 0; parameter.find(at); ) {
            at = parameter.end();
            int before = parameter.start() - 1;
            Matcher all = before >= 0 && text.charAt(before) == ';' ? longValue : value;
            if (parameter.group(1) != null
                    && isSecret(parameter.group())
                    && all.region(at, text.length()).lookingAt()) {
                masked.append(text, from, at).append(MASK);
                at = all.end();
                from = at;
            }
        }
        return masked.append(text, from, text.length()).toString();
    }

    /**
     * Returns the failure; or, when a text in it shows a password, a copy that does not, with the
     * same states, codes and traces.
     */
    public static SQLException cleared(SQLException failure) {
        return cleared(failure, List.of());
    }

    /** The same, also for secrets that are known, wherever they stand. */
    public static SQLException cleared(SQLException failure, Collection<String> known) {
        Copy copy = new Copy(known);
        return copy.isNeeded(failure, DEPTH) ? copy.of(failure, DEPTH) : failure;
    }

    /** The same for an unchecked failure. */
    public static RuntimeException cleared(RuntimeException failure) {
        return cleared(failure, List.of());
    }

    /** The same for an unchecked failure, also for secrets that are known. */
    public static RuntimeException cleared(RuntimeException failure, Collection<String> known) {
        Copy copy = new Copy(known);
        return copy.isNeeded(failure, DEPTH)
                ? copy.traced(new RuntimeException(copy.text(failure)), failure, DEPTH)
                : failure;
    }

    /** The same for what is thrown by anything but a driver at work. */
    public static Throwable cleared(Throwable failure) {
        Copy copy = new Copy(List.of());
        return copy.isNeeded(failure, DEPTH) ? copy.ofAny(failure, DEPTH) : failure;
    }

    /**
     * The same for logs and reports. Errors, mostly of the JVM, stay as they are. Throws nothing:
     * without memory or stack for a copy, it returns what the copying has thrown.
     */
    public static Throwable shown(Throwable failure) {
        if (failure instanceof Error) {
            return failure;
        }
        try {
            return cleared(failure);
        } catch (Throwable e) {
            return e;
        }
    }

    /** Copies failures without secrets. */
    private static final class Copy {

        private final List<String> known;

        Copy(Collection<String> known) {
            this.known = known.stream().filter(Copy::isUnmistakable).toList();
        }

        /** A word, or a short number, may stand in a text for something else. */
        private static boolean isUnmistakable(String secret) {
            return secret.length() >= LEAST_LENGTH && !secret.chars().allMatch(Character::isLetter);
        }

        private String text(Throwable failure) {
            String text = failure.toString();
            for (String secret : known) {
                text = text.replace(secret, MASK);
            }
            return mask(text);
        }

        private boolean isNeeded(@Nullable Throwable failure, int depth) {
            if (failure == null || depth == 0) {
                return false;
            }
            return !text(failure).equals(failure.toString())
                    || isNeeded(failure.getCause(), depth - 1)
                    || (failure instanceof SQLException e
                            && isNeeded(e.getNextException(), depth - 1))
                    || Stream.of(failure.getSuppressed()).anyMatch(e -> isNeeded(e, depth - 1));
        }

        private Throwable ofAny(Throwable failure, int depth) {
            return failure instanceof SQLException e
                    ? of(e, depth)
                    : traced(new Exception(text(failure)), failure, depth);
        }

        private SQLException of(SQLException failure, int depth) {
            SQLException copy =
                    new SQLException(text(failure), failure.getSQLState(), failure.getErrorCode());
            SQLException next = failure.getNextException();
            if (next != null && depth > 1) {
                copy.setNextException(of(next, depth - 1));
            }
            return traced(copy, failure, depth);
        }

        private <T extends Throwable> T traced(T copy, Throwable failure, int depth) {
            copy.setStackTrace(failure.getStackTrace());
            Throwable cause = failure.getCause();
            if (cause != null && depth > 1) {
                copy.initCause(ofAny(cause, depth - 1));
            }
            if (depth > 1) {
                for (Throwable suppressed : failure.getSuppressed()) {
                    copy.addSuppressed(ofAny(suppressed, depth - 1));
                }
            }
            return copy;
        }
    }
}
