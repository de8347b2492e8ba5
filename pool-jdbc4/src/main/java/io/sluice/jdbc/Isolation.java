package io.sluice.jdbc;

import java.sql.Connection;

/** The isolation levels of JDBC. */
public enum Isolation {
    /** {@link Connection#TRANSACTION_READ_UNCOMMITTED}. */
    READ_UNCOMMITTED(Connection.TRANSACTION_READ_UNCOMMITTED),
    /** {@link Connection#TRANSACTION_READ_COMMITTED}. */
    READ_COMMITTED(Connection.TRANSACTION_READ_COMMITTED),
    /** {@link Connection#TRANSACTION_REPEATABLE_READ}. */
    REPEATABLE_READ(Connection.TRANSACTION_REPEATABLE_READ),
    /** {@link Connection#TRANSACTION_SERIALIZABLE}. */
    SERIALIZABLE(Connection.TRANSACTION_SERIALIZABLE);

    private final int jdbcValue;

    Isolation(int jdbcValue) {
        this.jdbcValue = jdbcValue;
    }

    /** Returns the constant of {@link Connection}. */
    public int jdbcValue() {
        return jdbcValue;
    }
}
