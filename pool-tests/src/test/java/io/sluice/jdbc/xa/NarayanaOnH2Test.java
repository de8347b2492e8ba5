package io.sluice.jdbc.xa;

class NarayanaOnH2Test extends TransactionLifeContract {

    NarayanaOnH2Test() {
        super(Manager.NARAYANA, XaDatabase.H2);
    }
}
