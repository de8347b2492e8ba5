package io.sluice.jdbc.xa;

class AtomikosLastResourceOnH2Test extends LastResourceContract {

    AtomikosLastResourceOnH2Test() {
        super(Manager.ATOMIKOS, XaDatabase.H2);
    }
}
