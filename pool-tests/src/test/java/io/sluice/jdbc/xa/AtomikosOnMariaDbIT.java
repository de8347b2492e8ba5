package io.sluice.jdbc.xa;

import org.junit.jupiter.api.Tag;

@Tag("once")
@Tag("mariadb")
@Tag("mariadb-driver")
class AtomikosOnMariaDbIT extends TransactionLifeContract {

    AtomikosOnMariaDbIT() {
        super(Manager.ATOMIKOS, XaDatabase.MARIADB);
    }
}
