package io.sluice.perf.peer;

import java.sql.SQLException;
import java.util.Locale;

/** The contestants. A new one is a constant here and an adapter beside it. */
public enum Peer {
    /** The pool this project is about. */
    SLUICE(Kind.OURS) {
        @Override
        public OpenPeer open(PeerSettings settings) throws SQLException {
            return SluicePeer.open(settings);
        }
    },

    /** HikariCP. */
    HIKARI(Kind.PEER) {
        @Override
        public OpenPeer open(PeerSettings settings) {
            return HikariPeer.open(settings);
        }
    },

    /** Agroal. */
    AGROAL(Kind.PEER) {
        @Override
        public OpenPeer open(PeerSettings settings) throws SQLException {
            return AgroalPeer.open(settings);
        }
    },

    /** Commons DBCP2. */
    DBCP2(Kind.PEER) {
        @Override
        public OpenPeer open(PeerSettings settings) throws SQLException {
            return DbcpPeer.open(settings);
        }
    },

    /** The pool of Tomcat. */
    TOMCAT(Kind.PEER) {
        @Override
        public OpenPeer open(PeerSettings settings) throws SQLException {
            return TomcatPeer.open(settings);
        }
    },

    /** c3p0. */
    C3P0(Kind.PEER) {
        @Override
        public OpenPeer open(PeerSettings settings) throws SQLException {
            return C3p0Peer.open(settings);
        }
    },

    /** Vibur. */
    VIBUR(Kind.PEER) {
        @Override
        public OpenPeer open(PeerSettings settings) {
            return ViburPeer.open(settings);
        }
    },

    /** Druid. */
    DRUID(Kind.PEER) {
        @Override
        public OpenPeer open(PeerSettings settings) throws SQLException {
            return DruidPeer.open(settings);
        }
    },

    /** The pool of Bitronix 2.1.4, the last release of it. */
    BITRONIX(Kind.PEER) {
        @Override
        public OpenPeer open(PeerSettings settings) throws SQLException {
            return BitronixPeer.open(settings);
        }
    },

    /**
     * The design that Sluice descends from: a locked queue, and the write lock at every move
     * between the sets.
     */
    LITERAL(Kind.STUDY) {
        @Override
        public OpenPeer open(PeerSettings settings) throws SQLException {
            return LiteralPool.open(settings);
        }
    },

    /**
     * A bound that no pool can beat: a holder of the thread's own, one compare-and-set each way,
     * and a handle.
     */
    FLOOR(Kind.BOUND) {
        @Override
        public OpenPeer open(PeerSettings settings) throws SQLException {
            return new OwnHolders(settings);
        }
    },

    /** The work alone: a connection of the thread's own, and nothing to acquire or release. */
    IDEAL(Kind.BOUND) {
        @Override
        public OpenPeer open(PeerSettings settings) throws SQLException {
            return new OwnConnections(settings);
        }
    },

    /**
     * The driver's own statements and result sets, on a connection of the thread's own: the measure
     * for wrappers of any kind.
     */
    RAW(Kind.BOUND) {
        @Override
        public OpenPeer open(PeerSettings settings) throws SQLException {
            return new OwnConnections(settings);
        }
    },

    /**
     * A reflective proxy around every connection, statement and result set, as Sluice's ancestor
     * has them, on a connection of the thread's own.
     */
    PROXIES(Kind.BOUND) {
        @Override
        public OpenPeer open(PeerSettings settings) {
            return new ProxiedConnections(settings);
        }
    };

    /** What a contestant is for. */
    public enum Kind {
        /** Sluice. */
        OURS,
        /** A pool in use today. */
        PEER,
        /** A pool, but one that exists for comparison only. */
        STUDY,
        /** No pool at all: a bound to measure pools by. */
        BOUND
    }

    private final Kind kind;

    Peer(Kind kind) {
        this.kind = kind;
    }

    /** Returns what the contestant is for. */
    public Kind kind() {
        return kind;
    }

    /**
     * Returns whether the contestant can serve an application: Sluice and the pools in use today.
     */
    public boolean servesApplications() {
        return kind == Kind.OURS || kind == Kind.PEER;
    }

    /**
     * Opens the contestant.
     *
     * @param settings the rules, the same for all
     */
    public abstract OpenPeer open(PeerSettings settings) throws SQLException;

    /** Returns the name as it is written on the command line and in results. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
