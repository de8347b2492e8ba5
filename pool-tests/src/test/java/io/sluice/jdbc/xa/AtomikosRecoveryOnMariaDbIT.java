package io.sluice.jdbc.xa;

import org.junit.jupiter.api.Tag;

@Tag("weekly")
@Tag("mariadb")
class AtomikosRecoveryOnMariaDbIT extends AtomikosRecoveryContract {

    AtomikosRecoveryOnMariaDbIT() {
        super(XaDatabase.MARIADB);
    }
}
