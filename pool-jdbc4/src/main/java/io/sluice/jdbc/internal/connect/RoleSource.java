package io.sluice.jdbc.internal.connect;

import io.sluice.jdbc.Credentials;
import io.sluice.jdbc.JdbcPoolConfig;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A source of connections to servers in the role that a pool wants. Thread-safe. */
public final class RoleSource implements ConnectionSource {

    /** One for each host of the URL, in their order; or one whose driver chooses the host. */
    private final List<? extends ConnectionSource> hosts;

    private final JdbcPoolConfig config;
    private final RoleCheck role;
    private final SessionCloser closer;

    /**
     * Where to begin: with the last host that had the role, or after the last that had not. Shared:
     * volatile, racy updates by creators. Partner: none (each attempt tries all hosts).
     */
    private volatile int first;

    private RoleSource(
            JdbcPoolConfig config,
            List<? extends ConnectionSource> hosts,
            RoleCheck role,
            SessionCloser closer) {
        this.config = config;
        this.hosts = hosts;
        this.role = role;
        this.closer = closer;
    }

    /**
     * Returns a source that asks for the role; or the source itself if any server will do.
     *
     * @param closer closes the sessions that it does not return
     */
    public static ConnectionSource of(
            JdbcPoolConfig config, ConnectionSource source, SessionCloser closer) {
        RoleCheck role = RoleCheck.of(config);
        if (role == null) {
            return source;
        }
        return new RoleSource(
                config,
                source instanceof DriverSource driver ? driver.hosts() : List.of(source),
                role,
                closer);
    }

    @Override
    public Connection connect(@Nullable Credentials credentials) throws SQLException {
        return open(credentials).connection();
    }

    /** Tries all hosts; takes the first that has the role, or the next best. */
    @Override
    public DriverSession open(@Nullable Credentials credentials) throws SQLException {
        Tried tried = new Tried();
        int begin = first;
        for (int i = 0; i < hosts.size(); i++) {
            int at = (begin + i) % hosts.size();
            DriverSession session = null;
            try {
                session = Login.open(hosts.get(at), credentials, config);
                boolean hasRole = role.isMet(session.connection());
                String late = hasRole ? role.lateness(session.connection()) : null;
                endTransaction(session.connection());
                if (hasRole && late == null) {
                    first = at;
                    close(tried.nextBest);
                    return session;
                }
                tried.isUnwanted(session, late);
            } catch (SQLException e) {
                close(session);
                tried.failed(hosts.get(at), e);
            } catch (RuntimeException | Error e) { // a driver may throw anything
                close(session);
                close(tried.nextBest);
                throw e;
            }
            first = (at + 1) % hosts.size();
        }
        if (tried.nextBest != null) {
            return tried.nextBest;
        }
        throw tried.failure();
    }

    private static void endTransaction(Connection connection) throws SQLException {
        if (!connection.getAutoCommit()) {
            connection.rollback(); // asking has begun it
        }
    }

    /** What fails is not told: the session is not wanted, and no other code knows it. */
    private void close(@Nullable DriverSession session) {
        if (session != null) {
            closer.close(session);
        }
    }

    /** What an attempt has found so far. For one thread. */
    private final class Tried {

        private final List<String> found = new ArrayList<>();
        private @Nullable SQLException failure;
        private boolean answered;
        private @Nullable DriverSession nextBest;

        /** Notes a server in another role; or a standby that is late, which is never used. */
        void isUnwanted(DriverSession session, @Nullable String late) throws SQLException {
            String url = session.connection().getMetaData().getURL();
            found.add(HostList.server(url) + (late == null ? " is " + role.found() : late));
            answered = true;
            if (nextBest == null && late == null && role.acceptsAny()) {
                nextBest = session;
            } else {
                close(session);
            }
        }

        /** Keeps the first failure; or one that waiting does not mend, such as a wrong password. */
        void failed(ConnectionSource host, SQLException e) {
            found.add(host + " failed (" + SqlErrors.textOf(e) + ")");
            if (failure == null
                    || (!PermanentFailures.isPermanent(failure)
                            && PermanentFailures.isPermanent(e))) {
                failure = e;
            }
        }

        SQLException failure() {
            if (failure != null && (hosts.size() == 1 || PermanentFailures.isPermanent(failure))) {
                return failure;
            }
            return SqlErrors.noServer(role.wanted(), found, answered ? null : failure);
        }
    }
}
