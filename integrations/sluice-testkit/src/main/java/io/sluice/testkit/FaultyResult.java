package io.sluice.testkit;

import java.lang.reflect.Method;
import java.sql.ResultSet;
import org.jspecify.annotations.Nullable;

/** The rows of a statement whose connection may be lost. */
final class FaultyResult extends FaultyObject<ResultSet> {

    private final FaultyStatement<?> statement;

    FaultyResult(ResultSet real, FaultyStatement<?> statement) {
        super(ResultSet.class, real);
        this.statement = statement;
    }

    @Override
    FaultyConnection connection() {
        return statement.connection();
    }

    @Override
    @Nullable Object call(Method method, @Nullable Object[] arguments) throws Throwable {
        return switch (method.getName()) {
            case "getStatement" -> statement.proxy();
            case "close" -> connection().isKilled() ? null : pass(method, arguments);
            case "isClosed" -> connection().isKilled() || real.isClosed();
            default -> {
                connection().checkAlive();
                yield pass(method, arguments);
            }
        };
    }
}
