package io.sluice.jdbc.xa;

class AtomikosOnH2Test extends TransactionLifeContract {

    AtomikosOnH2Test() {
        super(Manager.ATOMIKOS, XaDatabase.H2);
    }
}
