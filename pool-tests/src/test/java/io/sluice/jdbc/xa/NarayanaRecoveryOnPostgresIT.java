package io.sluice.jdbc.xa;

class NarayanaRecoveryOnPostgresIT extends RecoveryContract {

    NarayanaRecoveryOnPostgresIT() {
        super(Manager.NARAYANA, XaDatabase.POSTGRES);
    }
}
