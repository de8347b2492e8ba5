package io.sluice.jdbc.xa;

import org.junit.jupiter.api.Tag;

/** Weekly, as each build recovers on PostgreSQL with Narayana. */
@Tag("weekly")
class AtomikosRecoveryOnPostgresIT extends AtomikosRecoveryContract {

    AtomikosRecoveryOnPostgresIT() {
        super(XaDatabase.POSTGRES);
    }
}
