package io.sluice.jdbc.xa;

import org.junit.jupiter.api.Tag;

@Tag("once")
class NarayanaOnH2Test extends TransactionLifeContract {

    NarayanaOnH2Test() {
        super(Manager.NARAYANA, XaDatabase.H2);
    }
}
