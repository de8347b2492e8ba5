package io.sluice.testkit;

import java.lang.reflect.Method;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A statement of a connection that may fail. */
final class FaultyStatement<T extends Statement> extends FaultyObject<T> {

    /** After blanks and comments. */
    private static final Pattern FIRST_WORD =
            Pattern.compile("(?:\\s++|--[^\\n]*+\\n|/\\*.*?\\*/)*+(\\w++)", Pattern.DOTALL);

    private static final Set<String> WRITES =
            Set.of(
                    "INSERT",
                    "UPDATE",
                    "DELETE",
                    "MERGE",
                    "REPLACE",
                    "TRUNCATE",
                    "CREATE",
                    "ALTER",
                    "DROP",
                    "GRANT",
                    "REVOKE");

    private final FaultyConnection connection;

    /** Whether what was prepared is a write. */
    private final boolean writes;

    private boolean batchWrites;
    private Duration queryTimeout = Duration.ZERO;

    FaultyStatement(Class<T> type, T real, FaultyConnection connection, boolean writes) {
        super(type, real);
        this.connection = connection;
        this.writes = writes;
    }

    /** Returns whether the first argument is SQL that writes. */
    static boolean isWrite(@Nullable Object[] arguments) {
        if (arguments.length == 0 || !(arguments[0] instanceof String sql)) {
            return false;
        }
        Matcher word = FIRST_WORD.matcher(sql);
        return word.lookingAt() && WRITES.contains(word.group(1).toUpperCase(Locale.ROOT));
    }

    @Override
    FaultyConnection connection() {
        return connection;
    }

    @Override
    @Nullable Object call(Method method, @Nullable Object[] arguments) throws Throwable {
        String name = method.getName();
        switch (name) {
            case "getConnection" -> {
                return connection.proxy();
            }
            case "close" -> {
                return connection.isKilled() ? null : pass(method, arguments);
            }
            case "isClosed" -> {
                return connection.isKilled() || real.isClosed();
            }
            case "cancel" -> {
                connection.database().cancelled(this);
                return connection.isKilled() ? null : pass(method, arguments);
            }
            case "setQueryTimeout" ->
                    queryTimeout = Duration.ofSeconds((int) Objects.requireNonNull(arguments[0]));
            case "addBatch" -> batchWrites |= writes || isWrite(arguments);
            case "clearBatch" -> batchWrites = false;
            default -> {}
        }
        if (name.startsWith("execute")) {
            boolean batch = name.endsWith("Batch");
            connection.beforeStatement(
                    this, batch ? batchWrites : writes || isWrite(arguments), queryTimeout);
            batchWrites &= !batch;
        } else {
            connection.checkAlive();
        }
        Object result = pass(method, arguments);
        return result instanceof ResultSet rows ? new FaultyResult(rows, this).proxy() : result;
    }
}
