package io.sluice.jdbc.internal.config;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An option of another pool: a line of the table of names.
 *
 * @param pool the title of the pool
 * @param name its name there; with {@code .*} at the end, all names with that beginning
 * @param kind what becomes of it
 * @param here the option here, or {@code dataSource.*}; empty if there is none
 * @param conversion how its value is translated; only if there is an option here
 * @param harmless the values in lower case with which nothing is lost
 * @param advice what to do or to know if there is no option here
 */
record OtherOption(
        String pool,
        String name,
        Kind kind,
        String here,
        Conversion conversion,
        Set<String> harmless,
        String advice) {

    /** What becomes of an option. */
    enum Kind {
        /** It is translated. */
        TRANSLATED,
        /** Sluice always does what it is for. */
        BUILT_IN,
        /** It is left out with a warning. */
        LOST,
        /** It is refused, since the application may rely on it. */
        REFUSED
    }

    private static final Conversion SAME = Conversion.of("same");

    private static final Pattern COLUMNS = Pattern.compile(" \\| ");
    private static final Pattern ITEMS = Pattern.compile("[,;]\\s*");
    private static final Pattern ARGUMENTS = Pattern.compile("\\([^()]*\\)");
    private static final Pattern NEGATIVE = Pattern.compile("-[0-9]+");

    /**
     * Reads a line: name, what becomes of it, conversion or advice. The second column is an option
     * here, {@code =} for what is built in, {@code ~} for what is lost, {@code !} for what is
     * refused; the latter two with the harmless values.
     */
    static OtherOption of(String pool, String line) {
        String[] columns = COLUMNS.split(line, -1);
        String what = columns[1];
        Kind kind =
                switch (what.charAt(0)) {
                    case '=' -> Kind.BUILT_IN;
                    case '~' -> Kind.LOST;
                    case '!' -> Kind.REFUSED;
                    default -> Kind.TRANSLATED;
                };
        boolean translated = kind == Kind.TRANSLATED;
        return new OtherOption(
                pool,
                columns[0],
                kind,
                translated ? what : "",
                translated ? Conversion.of(columns[2]) : SAME,
                translated ? Set.of() : items(what.substring(1).trim()),
                translated ? "" : columns[2]);
    }

    private static Set<String> items(String list) {
        Set<String> items = new TreeSet<>();
        for (String item : ITEMS.split(ARGUMENTS.matcher(list).replaceAll(""), -1)) {
            String name = item.trim();
            if (!name.isEmpty()) {
                items.add(Letters.lower(name.substring(name.lastIndexOf('.') + 1)));
            }
        }
        return items;
    }

    /** Returns whether nothing is lost with a value: it is empty, or a list of harmless ones. */
    boolean isHarmless(String value) {
        boolean lessThanNothing = harmless.contains("0") && NEGATIVE.matcher(value).matches();
        return lessThanNothing || harmless.containsAll(items(value));
    }

    boolean isFamily() {
        return name.endsWith(".*");
    }

    /** Returns the part of a name behind the common beginning of a family, or null. */
    @Nullable String rest(String key) {
        int start = name.length() - 1;
        return key.length() > start && key.regionMatches(0, name, 0, start)
                ? key.substring(start)
                : null;
    }

    /** Returns whether the same becomes of an option of another pool. */
    boolean means(OtherOption other) {
        return kind == other.kind && here.equals(other.here);
    }

    /** Returns the names of harmless values for the guide, or an empty text. */
    String harmlessValues() {
        return harmless.isEmpty() ? "" : "`" + String.join("`, `", harmless) + "`";
    }
}
