package io.sluice.jdbc;

import org.junit.jupiter.api.Tag;

/** The table of what a kept statement shows its next user. */
@Tag("mariadb")
@Tag("mariadb-driver")
@Tag("postgres-14")
class StatementsIT extends DatabaseTableContract {

    private static final String ON_SERVER = "useServerPrepStmts=true";

    StatementsIT() {
        super(
                "kept statement",
                Database.ALL.stream().map(StatementsIT::preparing).toList(),
                StatementChecks.ALL);
    }

    /** Some drivers prepare on the server only if they are told to. */
    private static Database preparing(Database database) {
        return switch (database.name()) {
            case "MariaDB" -> database.with("&" + ON_SERVER);
            case "MySQL driver" -> database.with("?" + ON_SERVER);
            default -> database;
        };
    }
}
