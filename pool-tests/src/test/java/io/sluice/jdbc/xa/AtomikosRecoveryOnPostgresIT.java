package io.sluice.jdbc.xa;

class AtomikosRecoveryOnPostgresIT extends AtomikosRecoveryContract {

    AtomikosRecoveryOnPostgresIT() {
        super(XaDatabase.POSTGRES);
    }
}
