package io.sluice.jdbc.xa;

import org.junit.jupiter.api.Tag;

@Tag("once")
class NarayanaOnPostgresIT extends TransactionLifeContract {

    NarayanaOnPostgresIT() {
        super(Manager.NARAYANA, XaDatabase.POSTGRES);
    }
}
