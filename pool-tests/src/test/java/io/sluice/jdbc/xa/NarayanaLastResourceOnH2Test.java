package io.sluice.jdbc.xa;

class NarayanaLastResourceOnH2Test extends LastResourceContract {

    NarayanaLastResourceOnH2Test() {
        super(Manager.NARAYANA, XaDatabase.H2);
    }
}
