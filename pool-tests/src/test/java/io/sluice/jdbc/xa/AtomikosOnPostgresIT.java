package io.sluice.jdbc.xa;

class AtomikosOnPostgresIT extends TransactionLifeContract {

    AtomikosOnPostgresIT() {
        super(Manager.ATOMIKOS, XaDatabase.POSTGRES);
    }
}
