package io.sluice.jdbc;

import static io.sluice.pool.fixture.DataSourceInvariants.watched;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Where the application is in what the flight recorder has of its connections. */
@Timeout(300)
class FlightRecordingTest {

    /** As {@code docs/monitoring.md} prints them. */
    private static final int DEPTH = 20;

    @TempDir Path folder;

    @Test
    void eventsSayWhereTheApplicationWas() throws Exception {
        JdbcPoolConfig config =
                JdbcPoolConfig.builder()
                        .url("jdbc:h2:mem:recording")
                        .username("sa")
                        .validateAfterIdle(Duration.ZERO) // each lease is recorded
                        .build();
        Path file = folder.resolve("recording.jfr");
        try (Recording recording = new Recording();
                SluiceDataSource pool = watched(new SluiceDataSource(config))) {
            pool.start();
            pool.flush(Duration.ZERO); // so that the acquire waits
            recording.enable("io.sluice.Wait").withoutThreshold();
            recording.enable("io.sluice.Use");
            recording.start();
            release(acquire(pool));
            recording.stop();
            recording.dump(file);
        }
        Map<String, RecordedEvent> events =
                RecordingFile.readAllEvents(file).stream()
                        .filter(event -> event.getEventType().getName().startsWith("io.sluice."))
                        .collect(Collectors.toMap(e -> e.getEventType().getName(), e -> e));

        RecordedEvent wait = events.get("io.sluice.Wait");
        String caller = getClass().getName() + ".acquire:";
        assertThat(wait.getString("caller")).startsWith(caller);
        assertThat(methods(wait)).contains("acquire", "eventsSayWhereTheApplicationWas");
        assertThat(methods(events.get("io.sluice.Use"))).contains("release");
    }

    private static Connection acquire(SluiceDataSource pool) throws SQLException {
        return pool.getConnection();
    }

    private static void release(Connection connection) throws SQLException {
        connection.close();
    }

    /** The methods of this class on the stack. */
    private List<String> methods(RecordedEvent event) {
        return event.getStackTrace().getFrames().stream()
                .limit(DEPTH)
                .map(frame -> frame.getMethod())
                .filter(method -> method.getType().getName().equals(getClass().getName()))
                .map(method -> method.getName())
                .toList();
    }
}
