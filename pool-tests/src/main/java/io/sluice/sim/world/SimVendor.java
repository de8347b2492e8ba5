package io.sluice.sim.world;

import io.sluice.sim.world.SimBranches.Kind;

/** Whose driver the simulated one says it is, by the names of its classes. */
public enum SimVendor {
    /** Of no vendor that a pool knows. */
    NONE("", "1.0", Kind.KEEPS),
    POSTGRES("org.postgresql.", "16.4", Kind.KEEPS),
    H2("org.h2.", "2.3.232", Kind.ROLLS_BACK),
    /** Rolls a prepared branch back with its session. */
    OLD_MYSQL("com.mysql.", "8.0.20", Kind.ROLLS_BACK),
    MYSQL("com.mysql.", "8.4.3", Kind.HOLDS),
    MARIADB("org.mariadb.", "11.4.2-MariaDB", Kind.HOLDS),
    DERBY("org.apache.derby.", "10.16", Kind.KEEPS);

    /** What the names of its classes begin with. */
    final String names;

    final String version;
    final Kind kind;

    SimVendor(String names, String version, Kind kind) {
        this.names = names;
        this.version = version;
        this.kind = kind;
    }

    /** Whether a pool may close a session over a prepared branch whose end it does not know. */
    boolean outlivesClose() {
        return this != NONE && kind != Kind.ROLLS_BACK;
    }

    boolean isMySql() {
        return this == OLD_MYSQL || this == MYSQL || this == MARIADB;
    }

    /** Whether its sessions claim that each may join the branch of any other. */
    boolean claimsToJoin() {
        return isMySql() || this == DERBY;
    }

    /** Whether its user may see fewer branches than there are. */
    boolean mayHide() {
        return this == POSTGRES || this == H2;
    }
}
