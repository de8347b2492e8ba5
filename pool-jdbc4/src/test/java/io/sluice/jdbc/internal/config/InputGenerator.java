package io.sluice.jdbc.internal.config;

import static io.sluice.jdbc.internal.config.Input.SECRET;

import io.sluice.jdbc.JdbcOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Makes one input from a seed: mostly sensible lines, of which some are then damaged. */
final class InputGenerator {

    private static final List<String> OPTIONS =
            Arrays.stream(JdbcOption.values()).map(JdbcOption::key).toList();

    /** Each is one token, since Sluice knows it as a password only as a whole. */
    private static final List<String> SECRETS =
            List.of(
                    "?password=" + SECRET,
                    "&sslPassword=" + SECRET,
                    ";pwd=" + SECRET,
                    ";password = " + SECRET,
                    ";password={" + SECRET + "}",
                    "://app:" + SECRET + "@db",
                    ":thin:app/" + SECRET + "@//db",
                    "?user=app&accessToken=${" + Input.VARIABLE + "}",
                    "://app:${" + Input.VARIABLE + "}@db",
                    "{password=" + SECRET + ", user=app}");

    private static final List<String> SECRET_LINES =
            List.of(
                    "password=" + SECRET,
                    "password: ${" + Input.VARIABLE + "}",
                    "password=${" + Input.VARIABLE + ":" + SECRET + "}",
                    "recoveryPassword=" + SECRET,
                    "dataSource.password=" + SECRET,
                    "pool.orders.password=" + SECRET,
                    "resource.a.driverProperties.password=" + SECRET,
                    "maxSize=${" + Input.VARIABLE + "}",
                    "minIdle=${" + Input.VARIABLE + "}");

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
                    "io.sluice.jdbc.internal.config.InputReading$Fixed",
                    "io.sluice.jdbc.internal.config.InputReading$Trap",
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

    InputGenerator(long seed, List<String> traps) {
        random = new SplittableRandom(seed);
        this.traps = traps;
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
        if (random.nextInt(200) == 0) {
            swell(pick(lines));
        }
        return new Input(kind, dialect, lines);
    }

    private String prefix(Input.Kind kind, boolean own, Dialect dialect) {
        if (kind == Input.Kind.SEVERAL_POOLS && random.nextInt(8) != 0) {
            return dialect == Dialect.BITRONIX && !own ? "resource.a." : "pool.orders.";
        }
        return "";
    }

    private List<String> line(String prefix, boolean own, Dialect dialect) {
        if (random.nextInt(10) == 0) {
            return tokens(pick(SECRET_LINES));
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
            line.add(random.nextInt(3) == 0 ? pick(SECRETS) : value());
        }
        return line;
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
                if (!token.isEmpty() && !Input.isWhole(token) && !traps.contains(token)) {
                    int cut = random.nextInt(token.length());
                    line.set(in, token.substring(0, cut) + token.substring(cut + 1));
                }
            }
        }
    }

    /** Repeats one or two scraps many times. */
    private void swell(List<String> line) {
        String part = pick(SCRAPS) + (random.nextBoolean() ? pick(SCRAPS) : "");
        line.add(random.nextInt(line.size() + 1), part.repeat(20_000 / part.length()));
    }

    private static List<String> tokens(String... tokens) {
        return new ArrayList<>(List.of(tokens));
    }

    private <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }
}
