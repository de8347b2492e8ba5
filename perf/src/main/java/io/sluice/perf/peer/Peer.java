package io.sluice.perf.peer;

import io.sluice.perf.report.BarChart;
import java.sql.SQLException;
import java.util.Locale;

/**
 * The contestants. A new one is a constant here and an adapter beside it. Lambdas instead of method
 * references, so that no virtual machine loads the adapters of others.
 */
public enum Peer {
    /** The pool this project is about. */
    SLUICE(Kind.OURS, settings -> SluicePeer.open(settings)),

    /** HikariCP. */
    HIKARI(Kind.PEER, settings -> HikariPeer.open(settings)),

    /** Agroal. */
    AGROAL(Kind.PEER, settings -> AgroalPeer.open(settings)),

    /** Commons DBCP2. */
    DBCP2(Kind.PEER, settings -> DbcpPeer.open(settings)),

    /** The pool of Tomcat. */
    TOMCAT(Kind.PEER, settings -> TomcatPeer.open(settings)),

    /** c3p0. */
    C3P0(Kind.PEER, settings -> C3p0Peer.open(settings)),

    /** Vibur. */
    VIBUR(Kind.PEER, settings -> ViburPeer.open(settings)),

    /** Druid. */
    DRUID(Kind.PEER, settings -> DruidPeer.open(settings)),

    /** The pool of Bitronix 2.1.4, the last release of it. */
    BITRONIX(Kind.PEER, settings -> BitronixPeer.open(settings)),

    /**
     * The design that Sluice descends from: a locked queue, and the write lock at every move
     * between the sets.
     */
    LITERAL(Kind.STUDY, settings -> LiteralPool.open(settings)),

    /**
     * A bound that no pool can beat: a holder of the thread's own, one compare-and-set each way,
     * and a handle.
     */
    FLOOR(Kind.BOUND, settings -> new OwnConnections(settings, OwnHolders::source)),

    /** The work alone: a connection of the thread's own, and nothing to acquire or release. */
    IDEAL(Kind.BOUND, settings -> new OwnConnections(settings, KeptConnection::source)),

    /**
     * The driver's own statements and result sets, on a connection of the thread's own: the measure
     * for wrappers of any kind.
     */
    RAW(Kind.BOUND, settings -> new OwnConnections(settings, KeptConnection::source)),

    /**
     * A reflective proxy around every connection, statement and result set, as Sluice's ancestor
     * has them, on a connection of the thread's own.
     */
    PROXIES(Kind.BOUND, settings -> new OwnConnections(settings, Invocations.OfConnection::source));

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

    /** Opens a contestant. */
    private interface Opener {

        OpenPeer open(PeerSettings settings) throws SQLException;
    }

    private final Kind kind;
    private final Opener opener;

    Peer(Kind kind, Opener opener) {
        this.kind = kind;
        this.opener = opener;
    }

    /** Returns how charts colour it. */
    public BarChart.Tone tone() {
        return switch (kind) {
            case OURS -> BarChart.Tone.OURS;
            case BOUND -> BarChart.Tone.BOUND;
            case PEER, STUDY -> BarChart.Tone.PEER;
        };
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
    public OpenPeer open(PeerSettings settings) throws SQLException {
        return opener.open(settings);
    }

    /** Opens a pool on a database without users, and lets it make all its connections. */
    public OpenPeer openFilled(String url, int connections) throws SQLException {
        OpenPeer open = open(PeerSettings.withoutUser(url, connections));
        OpenPeer.fill(open.sourceForClient(), connections);
        return open;
    }

    /** Returns the name as it is written on the command line and in results. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
