package io.sluice.jdbc.xa;

class AtomikosRecoveryOnH2Test extends RecoveryContract {

    AtomikosRecoveryOnH2Test() {
        super(Manager.ATOMIKOS, XaDatabase.H2);
    }
}
