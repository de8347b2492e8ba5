package io.sluice.perf.wrappers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.sluice.perf.peer.OpenPeer;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.peer.PeerSettings;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class WrappersForkTest {

    private static final String EMPTY = "jdbc:h2:mem:empty;DB_CLOSE_DELAY=-1";

    @BeforeAll
    static void fill() throws SQLException {
        WrappersRow.H2.prepare();
    }

    static Stream<Arguments> everyWrapperOnEveryRow() {
        List<Peer> without = List.of(Peer.LITERAL, Peer.FLOOR, Peer.IDEAL);
        return Arrays.stream(WrappersRow.values())
                .flatMap(
                        row ->
                                Arrays.stream(Peer.values())
                                        .filter(peer -> !without.contains(peer))
                                        .map(peer -> Arguments.of(row, peer)));
    }

    @ParameterizedTest
    @MethodSource("everyWrapperOnEveryRow")
    void everyWrapperDoesTheSameWorkAndHasFigures(WrappersRow row, Peer peer) throws Exception {
        assertThat(new WrappersFork(row, peer, 1, 2, 150).measured())
                .containsOnlyKeys(
                        "cpuNanosPerStatement",
                        "nanosPerStatement",
                        "nanosPerCall",
                        "bytesPerStatement")
                .allSatisfy((name, figure) -> assertThat((Double) figure).isNotNegative());
    }

    @Test
    void statementsAreRunInWholeLeases() throws SQLException {
        try (OpenPeer open = Peer.RAW.open(PeerSettings.withoutUser(WrappersRow.H2.url, 1))) {
            StatementWork work = new StatementWork(open.sourceForClient());

            assertThat(work.run(1)).isEqualTo(10);
            assertThat(work.run(1011)).isEqualTo(1020);
        }
    }

    @Test
    void databaseWithOtherRowsIsNoticed() throws SQLException {
        try (Connection connection = DriverManager.getConnection(EMPTY);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE account (id INT, name VARCHAR(32), balance BIGINT)");
        }
        try (OpenPeer open = Peer.RAW.open(PeerSettings.withoutUser(EMPTY, 1))) {
            StatementWork work = new StatementWork(open.sourceForClient());

            assertThatIllegalStateException()
                    .isThrownBy(() -> work.run(1))
                    .withMessage("expected 10 rows from account 1 on but there were 0");
        }
    }
}
