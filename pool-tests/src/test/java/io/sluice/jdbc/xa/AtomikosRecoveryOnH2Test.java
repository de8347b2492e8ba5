package io.sluice.jdbc.xa;

import org.junit.jupiter.api.Tag;

@Tag("weekly")
class AtomikosRecoveryOnH2Test extends AtomikosRecoveryContract {

    AtomikosRecoveryOnH2Test() {
        super(XaDatabase.H2);
    }
}
