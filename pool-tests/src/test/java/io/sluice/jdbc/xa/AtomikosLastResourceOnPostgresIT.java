package io.sluice.jdbc.xa;

class AtomikosLastResourceOnPostgresIT extends LastResourceContract {

    AtomikosLastResourceOnPostgresIT() {
        super(Manager.ATOMIKOS, XaDatabase.POSTGRES);
    }
}
