package io.sluice.jdbc.xa;

class AtomikosRecoveryOnH2Test extends AtomikosRecoveryContract {

    AtomikosRecoveryOnH2Test() {
        super(XaDatabase.H2);
    }
}
