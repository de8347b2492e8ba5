package io.sluice.perf.report;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The colours of pages and of charts, on light paper and on dark. */
enum Colour {
    INK("#1c2430", "#e6ebf1"),
    SOFT("#5a6675", "#9aa7b5"),
    LINE("#d5dbe2", "#37414d"),
    PAPER("#ffffff", "#151b22"),
    OURS("#0b7a75", "#2fb5ac"),
    PEER("#8fa3b8", "#5f748a"),
    BOUND("#d9c59a", "#7d6c45"),
    SECOND("#c2571a", "#e58a4e"),
    THIRD("#5b5fc7", "#9a9df0"),
    FOURTH("#a3348b", "#d978c4"),
    FIFTH("#7a7200", "#c2b83a"),
    SIXTH("#b0283a", "#ef7683");

    private final String light;
    private final String dark;

    Colour(String light, String dark) {
        this.light = light;
        this.dark = dark;
    }

    /** Returns the colour on light paper, which charts have without a style sheet. */
    String light() {
        return light;
    }

    /**
     * Returns the rules of a style sheet: variables, and rules that turn charts dark where pages
     * are.
     */
    static String rules() {
        return ":root { color-scheme: light dark;"
                + each(colour -> " --" + colour.variable() + ": " + colour.light + ";")
                + " }\n@media (prefers-color-scheme: dark) {\n:root {"
                + each(colour -> " --" + colour.variable() + ": " + colour.dark + ";")
                + " }\n"
                + each(colour -> colour.darkened("fill") + colour.darkened("stroke"))
                + "}\n";
    }

    private static String each(Function<Colour, String> rule) {
        return Arrays.stream(values()).map(rule).collect(Collectors.joining());
    }

    private String variable() {
        return name().toLowerCase(Locale.ROOT);
    }

    private String darkened(String attribute) {
        return ".chart [%1$s=\"%2$s\"] { %1$s: %3$s; }\n".formatted(attribute, light, dark);
    }
}
