package io.sluice.jdbc;

import org.junit.jupiter.api.Tag;

/** The table of databases. */
@Tag("mariadb")
@Tag("mariadb-driver")
@Tag("postgres-14")
class DatabasesIT extends DatabaseTableContract {

    DatabasesIT() {
        super("database", Database.ALL, DatabaseChecks.ALL);
    }
}
