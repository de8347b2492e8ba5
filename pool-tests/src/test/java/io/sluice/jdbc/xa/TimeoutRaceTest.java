package io.sluice.jdbc.xa;

class TimeoutRaceTest extends TimeoutRaceContract {

    TimeoutRaceTest() {
        super(XaDatabase.H2);
    }
}
