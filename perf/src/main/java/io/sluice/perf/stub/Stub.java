package io.sluice.perf.stub;

import java.sql.SQLException;
import java.sql.Wrapper;

/** A stub wraps nothing but itself. */
interface Stub extends Wrapper {

    @Override
    default <T> T unwrap(Class<T> type) throws SQLException {
        if (!type.isInstance(this)) {
            throw new SQLException("the stub is no " + type.getName());
        }
        return type.cast(this);
    }

    @Override
    default boolean isWrapperFor(Class<?> type) {
        return type.isInstance(this);
    }
}
