package io.sluice.jdbc.xa;

import org.junit.jupiter.api.Tag;

@Tag("mariadb")
@Tag("mariadb-driver")
class NarayanaRecoveryOnMariaDbIT extends RecoveryContract {

    NarayanaRecoveryOnMariaDbIT() {
        super(Manager.NARAYANA, XaDatabase.MARIADB);
    }
}
