package io.sluice.jdbc.xa;

class NarayanaRecoveryOnH2Test extends RecoveryContract {

    NarayanaRecoveryOnH2Test() {
        super(Manager.NARAYANA, XaDatabase.H2);
    }
}
