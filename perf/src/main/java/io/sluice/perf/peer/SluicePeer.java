package io.sluice.perf.peer;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Opens Sluice. */
final class SluicePeer implements OpenPeer {

    private final SluiceDataSource source;

    private SluicePeer(SluiceDataSource source) {
        this.source = source;
    }

    static OpenPeer open(PeerSettings settings) throws SQLException {
        JdbcPoolConfig given = settings.sluice();
        JdbcPoolConfig.Builder config =
                given == null
                        ? JdbcPoolConfig.builder()
                                .name("sluice")
                                .minSize(settings.size())
                                .acquireTimeout(settings.acquireTimeout())
                        : given.toBuilder();
        config.url(settings.url()).maxSize(settings.size()).autoCommit(settings.autoCommit());
        String user = settings.user();
        if (user != null) {
            config.username(user);
        }
        String password = settings.password();
        if (password != null) {
            config.password(password);
        }
        return new SluicePeer(SluiceDataSource.create(config.build()));
    }

    @Override
    public DataSource sourceForClient() {
        return source;
    }

    @Override
    public void close() {
        source.close();
    }
}
