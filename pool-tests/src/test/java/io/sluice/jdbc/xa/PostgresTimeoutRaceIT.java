package io.sluice.jdbc.xa;

class PostgresTimeoutRaceIT extends TimeoutRaceContract {

    PostgresTimeoutRaceIT() {
        super(XaDatabase.POSTGRES);
    }
}
