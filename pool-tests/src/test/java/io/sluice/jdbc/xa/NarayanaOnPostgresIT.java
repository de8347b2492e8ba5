package io.sluice.jdbc.xa;

class NarayanaOnPostgresIT extends TransactionLifeContract {

    NarayanaOnPostgresIT() {
        super(Manager.NARAYANA, XaDatabase.POSTGRES);
    }
}
