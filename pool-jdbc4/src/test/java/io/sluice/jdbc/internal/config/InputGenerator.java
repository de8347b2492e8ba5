package io.sluice.jdbc.internal.config;

import io.sluice.jdbc.JdbcOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Makes one input from a seed: mostly sensible lines, of which some are then damaged. */
final class InputGenerator {

    private static final List<String> OPTIONS =
            Arrays.stream(JdbcOption.values()).map(JdbcOption::key).toList();

    /**
     * A place for a password.
     *
     * @param text the text around it, with {@code %s} for the password or its variable
     * @param isLine whether it is a whole line
     * @param isVariable whether it is for a variable
     * @param without the characters that end a password there
     */
    private record Place(String text, boolean isLine, boolean isVariable, String without) {

        String with(TestSecret secret) {
            return text.replace(
                    "%s", isVariable ? secret.variable() : secret.text().replace("\\", "\\\\"));
        }
    }

    /** In a driver's message a variable of a URL is what it stands for. */
    private static final List<Place> PLACES =
            List.of(
                    inUrl("?password=%s", "&;)"),
                    inUrl("&sslPassword=%s", "&;)"),
                    inUrl(";pwd=%s", ";"),
                    inUrl(";password = %s", ";"),
                    inUrl(";password={%s}", "}"),
                    inUrl("://app:%s@db", "?;& "),
                    inUrl(":thin:app/%s@//db", "?;& "),
                    inUrl("{password=%s, user=app}", "&;)"),
                    new Place("?user=app&accessToken=${%s}", false, true, "&;)"),
                    new Place("://app:${%s}@db", false, true, "?;& "),
                    line("password=%s"),
                    line("recoveryPassword=%s"),
                    line("dataSource.password=%s"),
                    line("pool.orders.password=%s"),
                    line("resource.a.driverProperties.password=%s"),
                    new Place("password: ${%s}", true, true, ""),
                    new Place("password=${%s:unused}", true, true, ""),
                    new Place("password=${NONE:%s}", true, false, "}"),
                    new Place("maxSize=${%s}", true, true, ""),
                    new Place("minIdle=${%s}", true, true, ""));

    private static Place inUrl(String text, String without) {
        return new Place(text, false, false, without);
    }

    private static Place line(String text) {
        return new Place(text, true, false, "");
    }

    private static final List<String> VALUES =
            List.of(
                    "10",
                    "0",
                    "-1",
                    "+5",
                    "2147483648",
                    "999999999999999999",
                    "1e3",
                    "NaN",
                    "0x1p3",
                    "unlimited",
                    "30s",
                    "500ms",
                    "PT30S",
                    "PT9223372036854775807.5S",
                    "-PT1S",
                    "P99999999999D",
                    "999999999999999999d",
                    "off",
                    "true",
                    "false",
                    "TRUE ",
                    "2",
                    "READ_COMMITTED",
                    "TRANSACTION_SERIALIZABLE",
                    "lazy",
                    "full",
                    "prefer-standby",
                    "required",
                    "narayana",
                    "hikaricp",
                    "druid",
                    "bitronix",
                    "SELECT 1",
                    "sql[SELECT 1]5",
                    "sql[",
                    "default7",
                    "a=b;c=d",
                    "=x",
                    " =x;",
                    "jdbc:bad://a:1,b:2,[::1]/db",
                    "jdbc:bad:",
                    "jdbc:",
                    "jdbc:nosuch://db/x",
                    "org.h2.Driver",
                    "java.lang.System",
                    "[I",
                    "a/b",
                    "..",
                    "bitronix.tm.resource.jdbc.lrc.LrcXADataSource",
                    "io.sluice.jdbc.internal.config.Traps$Fixed",
                    "io.sluice.jdbc.internal.config.Traps$Unwanted",
                    "java:comp/env/jdbc/x",
                    "${APP}",
                    "${EMPTY}",
                    "${NONE:x}",
                    "${NONE:}",
                    "#{1+1}",
                    "<?xml version=\"1.0\"?>",
                    "größe",
                    "\\u0041",
                    "");

    private static final List<String> SCRAPS =
            List.of(
                    "=",
                    ":",
                    ";",
                    ",",
                    "&",
                    "?",
                    "/",
                    "//",
                    "@",
                    "(",
                    ")",
                    "{",
                    "}",
                    "}}",
                    "[",
                    "]",
                    "$",
                    "${",
                    "$${",
                    "${a",
                    "${a:",
                    "\\",
                    "\\u12",
                    "#",
                    "!",
                    " ",
                    "\t",
                    ".",
                    "-",
                    "-x",
                    "\"",
                    "'",
                    "%s",
                    "%n",
                    "*",
                    "\u0000",
                    "\ud800",
                    "\u0130",
                    "\ufeff",
                    "9",
                    "a",
                    "pass",
                    ":pass",
                    ":a/",
                    "//a:",
                    "password={",
                    "dataSource.",
                    "pool.",
                    "resource.",
                    "p..q.",
                    "sql[1]",
                    "x=y;",
                    "spring.datasource.hikari.");

    private final SplittableRandom random;

    /** Values that would be noticed if they were evaluated. */
    private final List<String> traps;

    private final int length;

    /**
     * Creates a generator.
     *
     * @param length how many characters the long inputs have about, which are rare
     */
    InputGenerator(long seed, List<String> traps, int length) {
        random = new SplittableRandom(seed);
        this.traps = traps;
        this.length = length;
    }

    Input next() {
        Input.Kind kind =
                random.nextInt(25) == 0
                        ? Input.Kind.FILE
                        : Input.Kind.values()[random.nextInt(Input.Kind.FILE.ordinal())];
        Dialect dialect = pick(List.of(Dialect.values()));
        boolean own = random.nextInt(3) == 0;
        List<List<String>> lines = new ArrayList<>();
        String prefix = prefix(kind, own, dialect);
        String ofUrl = own ? "url" : dialect.nameOf("url");
        if (ofUrl == null) { // Bitronix has it as a property of a wrapped driver
            lines.add(tokens(prefix, "className=bitronix.tm.resource.jdbc.lrc.LrcXADataSource"));
        }
        lines.add(
                tokens(
                        prefix,
                        ofUrl == null ? "driverProperties.url" : ofUrl,
                        "=",
                        "jdbc:bad://a/db"));
        if (!own && random.nextBoolean()) {
            lines.add(tokens("dialect=", dialect.key()));
        }
        for (int i = random.nextInt(8); i > 0; i--) {
            lines.add(line(prefix, own, dialect));
        }
        if (random.nextInt(3) != 0) {
            for (int i = random.nextInt(5); i > 0; i--) {
                damage(lines);
            }
        }
        boolean isLong = random.nextInt(500) == 0;
        if (isLong) {
            swell(lines);
        }
        return new Input(kind, dialect, lines, isLong);
    }

    private String prefix(Input.Kind kind, boolean own, Dialect dialect) {
        if (kind == Input.Kind.SEVERAL_POOLS && random.nextInt(8) != 0) {
            return dialect == Dialect.BITRONIX && !own ? "resource.a." : "pool.orders.";
        }
        return "";
    }

    private List<String> line(String prefix, boolean own, Dialect dialect) {
        if (random.nextInt(10) == 0) {
            return tokens(secret(/* isLine= */ true));
        }
        String key =
                own || random.nextInt(12) == 0
                        ? pick(OPTIONS).replace("*", "user")
                        : pick(dialect.options()).name().replace("*", "user");
        List<String> line = tokens(prefix, key, "=");
        JdbcOption option = OptionValues.withKey(key);
        if (option != null && random.nextBoolean()) {
            line.add(OptionTypes.of(key).example());
            return line;
        }
        line.add(value());
        while (random.nextInt(3) == 0) {
            line.add(random.nextInt(3) == 0 ? secret(/* isLine= */ false) : value());
        }
        return line;
    }

    /** One token, since Sluice knows it as a password only as a whole. */
    private String secret(boolean isLine) {
        Place place = pick(PLACES.stream().filter(each -> each.isLine() == isLine).toList());
        String text = place.with(pick(TestSecret.without(place.without())));
        return isLine ? "\n" + text : text; // it goes on with no other line
    }

    private String value() {
        int choice = random.nextInt(10);
        return choice == 0 ? pick(SCRAPS) : choice == 1 ? pick(traps) : pick(VALUES);
    }

    private void damage(List<List<String>> lines) {
        List<String> line = pick(lines);
        int at = random.nextInt(line.size() + 1);
        int in = Math.min(at, line.size() - 1);
        switch (random.nextInt(6)) {
            case 0 -> line.add(at, pick(SCRAPS));
            case 1 -> line.add(at, String.valueOf((char) random.nextInt(0x250)));
            case 2 -> line.add(at, line.get(in));
            case 3 -> line.set(in, "");
            case 4 -> lines.add(new ArrayList<>(line));
            default -> {
                String token = line.get(in);
                if (!token.isEmpty() && !TestSecret.isMeantBy(token) && !traps.contains(token)) {
                    int cut = random.nextInt(token.length());
                    line.set(in, token.substring(0, cut) + token.substring(cut + 1));
                }
            }
        }
    }

    /** Repeats one or two scraps, or a line with other keys, many times. */
    private void swell(List<List<String>> lines) {
        List<String> line = pick(lines);
        int at = random.nextInt(line.size() + 1);
        if (random.nextInt(3) != 0) {
            String part = pick(SCRAPS) + (random.nextBoolean() ? pick(SCRAPS) : "");
            line.add(at, part.repeat(length / part.length()));
            return;
        }
        int count = length / (String.join("", line).length() + 5);
        for (int i = 0; i < count; i++) {
            List<String> other = new ArrayList<>(line);
            other.add(at, "k" + (10_000 + i)); // of one length: some take keys by that
            lines.add(other);
        }
    }

    private static List<String> tokens(String... tokens) {
        return new ArrayList<>(List.of(tokens));
    }

    private <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }
}
