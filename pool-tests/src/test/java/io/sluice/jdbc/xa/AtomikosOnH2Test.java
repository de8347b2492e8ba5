package io.sluice.jdbc.xa;

import org.junit.jupiter.api.Tag;

@Tag("once")
class AtomikosOnH2Test extends TransactionLifeContract {

    AtomikosOnH2Test() {
        super(Manager.ATOMIKOS, XaDatabase.H2);
    }
}
