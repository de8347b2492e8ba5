package io.sluice.jdbc.xa;

import org.junit.jupiter.api.Tag;

@Tag("weekly")
@Tag("mariadb")
class AtomikosOnMySqlDriverIT extends TransactionLifeContract {

    AtomikosOnMySqlDriverIT() {
        super(Manager.ATOMIKOS, XaDatabase.MYSQL);
    }
}
