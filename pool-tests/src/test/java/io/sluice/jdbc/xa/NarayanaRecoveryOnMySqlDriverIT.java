package io.sluice.jdbc.xa;

import org.junit.jupiter.api.Tag;

@Tag("weekly")
@Tag("mariadb")
class NarayanaRecoveryOnMySqlDriverIT extends RecoveryContract {

    NarayanaRecoveryOnMySqlDriverIT() {
        super(Manager.NARAYANA, XaDatabase.MYSQL);
    }
}
