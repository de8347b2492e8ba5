package io.sluice.jdbc.xa;

import org.junit.jupiter.api.Tag;

@Tag("weekly")
@Tag("mariadb")
class NarayanaRecoveryOnMariaDbIT extends RecoveryContract {

    NarayanaRecoveryOnMariaDbIT() {
        super(Manager.NARAYANA, XaDatabase.MARIADB);
    }
}
