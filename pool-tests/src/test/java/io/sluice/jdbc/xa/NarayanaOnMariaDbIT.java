package io.sluice.jdbc.xa;

import org.junit.jupiter.api.Tag;

@Tag("once")
@Tag("mariadb")
@Tag("mariadb-driver")
class NarayanaOnMariaDbIT extends TransactionLifeContract {

    NarayanaOnMariaDbIT() {
        super(Manager.NARAYANA, XaDatabase.MARIADB);
    }
}
