package io.sluice.jdbc.xa;

import org.junit.jupiter.api.Tag;

@Tag("weekly")
@Tag("mariadb")
class AtomikosRecoveryOnMySqlDriverIT extends AtomikosRecoveryContract {

    AtomikosRecoveryOnMySqlDriverIT() {
        super(XaDatabase.MYSQL);
    }
}
