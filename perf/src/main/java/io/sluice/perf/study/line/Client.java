package io.sluice.perf.study.line;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A client that acquires and releases in turns. Used only by the thread whose turn it is. */
final class Client {

    private final DataSource source;
    private @Nullable Connection held;

    Client(DataSource source) {
        this.source = source;
    }

    /** Acquires a connection, or releases the one it has. */
    void half() throws SQLException {
        Connection connection = held;
        if (connection == null) {
            held = source.getConnection();
        } else {
            held = null;
            connection.close();
        }
    }

    /** Returns whether it has a connection. */
    boolean holds() {
        return held != null;
    }

    /** Releases its connection, if any. */
    void end() throws SQLException {
        if (holds()) {
            half();
        }
    }
}
