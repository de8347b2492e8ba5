package io.sluice.perf.statement;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.fork.Client;
import io.sluice.perf.fork.Contestant;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.stub.StubDriver;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.infra.Blackhole;

class StatementBenchmarkTest {

    private static final int SUM_OF_TEN_ROWS = 55;

    static Stream<Peer> contestants() {
        return StatementCommand.POOLS.stream();
    }

    @ParameterizedTest
    @MethodSource("contestants")
    void everyContestantReadsTenRowsAndGivesBackWhatItTook(Peer peer) throws SQLException {
        Contestant contestant = new Contestant();
        contestant.peer = peer;
        contestant.connections = 1;
        contestant.url = StubDriver.URL + "statement-" + peer;
        contestant.fill();
        Client client = new Client();
        client.attach(contestant);
        Blackhole blackhole =
                new Blackhole(
                        "Today's password is swordfish. I understand instantiating Blackholes"
                                + " directly is dangerous.");

        // With one connection, a second statement needs what the first one returned.
        assertThat(new StatementBenchmark().statement(client, blackhole))
                .isEqualTo(SUM_OF_TEN_ROWS);
        assertThat(new StatementBenchmark().statementInApplication(client))
                .isGreaterThan(SUM_OF_TEN_ROWS); // and the lengths of ten names
        contestant.close();
    }
}
