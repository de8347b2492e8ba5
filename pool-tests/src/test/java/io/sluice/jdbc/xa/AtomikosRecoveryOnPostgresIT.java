package io.sluice.jdbc.xa;

class AtomikosRecoveryOnPostgresIT extends RecoveryContract {

    AtomikosRecoveryOnPostgresIT() {
        super(Manager.ATOMIKOS, XaDatabase.POSTGRES);
    }
}
