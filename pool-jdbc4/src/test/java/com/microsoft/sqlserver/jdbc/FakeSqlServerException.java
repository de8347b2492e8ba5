package com.microsoft.sqlserver.jdbc;

import java.sql.SQLException;

/** An error of SQL Server's driver, which is known by its package. */
public final class FakeSqlServerException extends SQLException {

    private static final long serialVersionUID = 1;

    public FakeSqlServerException(String state, int code) {
        super("fake", state, code);
    }
}
