package io.sluice.jdbc.xa;

class NarayanaLastResourceOnPostgresIT extends LastResourceContract {

    NarayanaLastResourceOnPostgresIT() {
        super(Manager.NARAYANA, XaDatabase.POSTGRES);
    }
}
