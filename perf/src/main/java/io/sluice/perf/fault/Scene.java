package io.sluice.perf.fault;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.TargetRole;
import io.sluice.perf.command.MeasurementException;
import io.sluice.perf.peer.PeerSettings;
import io.sluice.pool.fault.Callers;
import io.sluice.pool.fault.PostgresServer;
import io.sluice.pool.fault.TcpProxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The place of a fault: a server of our own behind a network of our own, or a primary with a
 * standby. Not thread-safe.
 */
final class Scene implements AutoCloseable {

    static final String USER = "app";
    static final String PASSWORD = "right";

    /** How many connections a pool may have here. */
    static final int MOST_CONNECTIONS = 30;

    /** Enough for a pool that still closes while the next one opens, and for us. */
    private static final String MAX_CONNECTIONS = Integer.toString(2 * MOST_CONNECTIONS + 20);

    /**
     * The same limits of the driver for all, in seconds: not every pool sets them, and none sets
     * them alike.
     */
    private static final String LIMITS = "connectTimeout=1&socketTimeout=1&loginTimeout=1";

    /**
     * How clients find the primary. Each connect asks, as docs/failover.md recommends; otherwise
     * the driver remembers for ten seconds which server was not the primary.
     */
    static final String FAILOVER = "targetServerType=primary&hostRecheckSeconds=0";

    private final PostgresServer server;
    private final @Nullable PostgresServer standby;
    private final @Nullable TcpProxy proxy;

    /** What happens to a primary with a standby; null for a server alone. */
    private final @Nullable Fault fault;

    private Scene(
            PostgresServer server,
            @Nullable PostgresServer standby,
            @Nullable TcpProxy proxy,
            @Nullable Fault fault) {
        this.server = server;
        this.standby = standby;
        this.proxy = proxy;
        this.fault = fault;
    }

    /** Starts a server behind a network. */
    static Scene single(int threads) {
        PostgresServer server = start(threads);
        return new Scene(server, null, TcpProxy.to(server.port()), null);
    }

    /** Starts a primary and a standby. */
    static Scene pair(int threads, Fault fault) {
        PostgresServer primary = start(threads);
        try {
            return new Scene(primary, primary.standby(), null, fault);
        } catch (RuntimeException e) {
            primary.close();
            throw e;
        }
    }

    private static PostgresServer start(int threads) {
        PostgresServer server = PostgresServer.start(Map.of("max_connections", MAX_CONNECTIONS));
        server.addUser(USER, PASSWORD);
        try (Connection admin = server.admin()) {
            Callers.prepare(admin, threads);
            return server;
        } catch (SQLException e) {
            server.close();
            throw new MeasurementException("cannot make the table that the threads work on", e);
        }
    }

    /** Returns what a pool of some size is opened with. */
    PeerSettings settings(int size, Duration limit) {
        JdbcPoolConfig byRole =
                fault != null && fault.asksPool()
                        ? JdbcPoolConfig.builder()
                                .name("sluice")
                                .url(url())
                                .minSize(size)
                                .maxSize(size)
                                .acquireTimeout(limit)
                                .targetRole(TargetRole.PRIMARY)
                                .build()
                        : null;
        return new PeerSettings(url(), USER, PASSWORD, size, size, true, limit, limit, byRole);
    }

    private String url() {
        if (proxy != null) {
            return "jdbc:postgresql://127.0.0.1:" + proxy.port() + "/postgres?" + LIMITS;
        }
        String roles = fault != null && fault.asksDriver() ? FAILOVER + "&" : "";
        return "jdbc:postgresql://127.0.0.1:%s,127.0.0.1:%s/postgres?%s%s"
                .formatted(server.port(), standby().port(), roles, LIMITS);
    }

    /** Returns the server that pools work on at first. */
    PostgresServer server() {
        return server;
    }

    /** Returns the server that takes over. */
    PostgresServer standby() {
        return Objects.requireNonNull(standby, "this scene has no standby");
    }

    /** Returns the network before the server. */
    TcpProxy proxy() {
        return Objects.requireNonNull(proxy, "this scene has no network of its own");
    }

    /** Returns how often clients connected in a span; empty where no network counts them. */
    OptionalInt connects(Span span) {
        return proxy == null
                ? OptionalInt.empty()
                : OptionalInt.of((int) proxy.connects().stream().filter(span::contains).count());
    }

    /** Limits the connections of the pool's role; -1 for no limit. */
    void limitConnections(int most) {
        server.run("ALTER ROLE " + USER + " CONNECTION LIMIT " + most);
    }

    /** Makes the primary refuse writes; its sessions live on. */
    void demote() {
        server.run("ALTER SYSTEM SET default_transaction_read_only = on");
        server.run("SELECT pg_reload_conf()");
    }

    /** Ends all sessions of the pool. */
    void terminateAll() {
        server.sessions(USER).forEach(server::terminate);
    }

    /** Returns how many sessions the pool has on the server that serves in the end. */
    int sessions() {
        return (standby == null ? server : standby).sessions(USER).size();
    }

    @Override
    public void close() {
        if (proxy != null) {
            proxy.close();
        }
        if (standby != null) {
            standby.close();
        }
        server.close();
    }
}
