package io.sluice.jdbc.xa;

import org.junit.jupiter.api.Tag;

@Tag("once")
@Tag("mariadb")
class NarayanaOnMySqlDriverIT extends TransactionLifeContract {

    NarayanaOnMySqlDriverIT() {
        super(Manager.NARAYANA, XaDatabase.MYSQL);
    }
}
