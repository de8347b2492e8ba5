package io.sluice.jdbc.xa;

import org.junit.jupiter.api.Tag;

@Tag("weekly")
@Tag("once")
class AtomikosOnPostgresIT extends TransactionLifeContract {

    AtomikosOnPostgresIT() {
        super(Manager.ATOMIKOS, XaDatabase.POSTGRES);
    }
}
