package io.sluice.jdbc.fault;

import java.time.Duration;

/** How the pool of a scene is set up, and how long callers keep what they are given. */
enum Terms {

    /** Callers wait in vain. */
    OUTAGE(500, 2_000, 3_000, 500, FaultScene.CONNECTIONS, 10),

    /** The same with two hosts, which share the time to connect. */
    TWO_HOSTS(500, 4_000, 20_000, 500, FaultScene.CONNECTIONS, 10),

    /** Replies are late, and each of them comes. */
    DELAY(500, 2_000, 20_000, 500, FaultScene.CONNECTIONS, 10),

    /** Callers wait in vain, and each connection is validated before each use. */
    VALIDATING(500, 2_000, 3_000, 0, FaultScene.CONNECTIONS, 10),

    /** Callers wait in vain, and connects that hang do so for ten seconds. */
    HANGING_CONNECTS(500, 10_000, 3_000, 500, FaultScene.CONNECTIONS, 10),

    /** With a few connections some callers wait in vain; with all connections all are served. */
    SCARCITY(750, 2_000, 20_000, 500, FaultScene.CONNECTIONS, 100),

    /** Some connections are lost and others can be made at any time. */
    LOSS(20_000, 2_000, 20_000, 500, FaultScene.CONNECTIONS, 10),

    /**
     * Callers wait in vain, and no minimum of connections is kept: the queue decides how many are
     * made. Leases are so long that the queue calls for all of them; shorter leases might be served
     * sooner by the connections there are.
     */
    GROWTH(750, 2_000, 3_000, 500, 0, 100);

    /** How long callers wait for a connection at most. */
    final Duration acquireTimeout;

    final Duration connectTimeout;

    /**
     * Where every reply comes, far longer than any takes. Else it ends each call to a silent
     * server: short, and on a starved machine a reply may be later.
     */
    final Duration networkTimeout;

    final Duration validateAfterIdle;
    final int minSize;

    /** How long callers keep a connection beside the work they do. */
    final Duration hold;

    Terms(
            int acquireMillis,
            int connectMillis,
            int networkMillis,
            int validateAfterMillis,
            int minSize,
            int holdMillis) {
        acquireTimeout = Duration.ofMillis(acquireMillis);
        connectTimeout = Duration.ofMillis(connectMillis);
        networkTimeout = Duration.ofMillis(networkMillis);
        validateAfterIdle = Duration.ofMillis(validateAfterMillis);
        this.minSize = minSize;
        hold = Duration.ofMillis(holdMillis);
    }

    /** How long a pool that has all its connections takes to give each caller one. */
    Duration round() {
        return hold.multipliedBy(FaultScene.THREADS).dividedBy(FaultScene.CONNECTIONS);
    }
}
