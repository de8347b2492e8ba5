package io.sluice.jdbc.fault;

import java.time.Duration;

/** How the pool of a scene is set up, and how long callers keep what they are given. */
enum Terms {

    /** Callers wait in vain. */
    OUTAGE(500, 2_000, 3_000, 500, FaultScene.CONNECTIONS, 10),

    /** Callers wait in vain, and each connection is validated before each use. */
    VALIDATING(500, 2_000, 3_000, 0, FaultScene.CONNECTIONS, 10),

    /** Callers wait in vain, and connects that hang do so for ten seconds. */
    HANGING_CONNECTS(500, 10_000, 3_000, 500, FaultScene.CONNECTIONS, 10),

    /**
     * Callers wait in vain for what a few connections cannot give all of them, and are all served
     * where there are as many as there are to be.
     */
    SCARCITY(750, 2_000, 3_000, 500, FaultScene.CONNECTIONS, 100),

    /** Some connections are lost and others can be made at any time. */
    LOSS(20_000, 2_000, 20_000, 500, FaultScene.CONNECTIONS, 10),

    /**
     * Callers wait in vain, and no number of connections is kept: as many are made as the line is
     * worth. They keep them for so long that it is worth all of them to the last one: what is held
     * for less may well be served sooner by those that are there.
     */
    GROWTH(750, 2_000, 3_000, 500, 0, 100);

    /** What callers wait for a connection at most. */
    final Duration acquireTimeout;

    final Duration connectTimeout;

    /** Long enough for a reply that comes, also on a busy machine. */
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
