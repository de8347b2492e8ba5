package io.sluice.perf.fork;

import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.Figures;
import io.sluice.perf.stub.StubDriver;

/**
 * A situation to measure in: how many threads use how many connections, and what they do while they
 * hold one.
 */
public enum Row {
    ONE("1t", 1, 16, 0),
    TWO("2t", 2, 16, 0),
    EIGHT("8t", 8, 16, 0),
    CROWD("32t-0", 32, 8, 0),
    CROWD_SHORT_WORK("32t-500", 32, 8, 500),
    CROWD_LONG_WORK("32t-5000", 32, 8, 5000),
    ONE_APPLICATION("1t-app", ONE, Setting.APPLICATION),
    EIGHT_APPLICATION("8t-app", EIGHT, Setting.APPLICATION),
    CROWD_APPLICATION("32t-500-app", CROWD_SHORT_WORK, Setting.APPLICATION),
    ONE_REQUEST("1t-req", ONE, Setting.REQUESTS),
    EIGHT_REQUEST("8t-req", EIGHT, Setting.REQUESTS);

    private enum Setting {
        USUAL,
        APPLICATION,
        REQUESTS
    }

    /** What to say of the rows in the help, before the default. */
    public static final String HELP =
            "The rows, from: 1t, 2t, 8t (threads on 16 connections), 32t-0, 32t-500, 32t-5000"
                    + " (threads on 8 connections, with so many tokens of work while holding"
                    + " one), 1t-app, 8t-app, 32t-500-app (in the shape of an application:"
                    + " try-with-resources around it), 1t-req, 8t-req (on a driver with"
                    + " beginRequest and endRequest).";

    private final String label;
    private final int threads;
    private final int connections;
    private final int tokens;
    private final Setting setting;

    Row(String label, int threads, int connections, int tokens) {
        this.label = label;
        this.threads = threads;
        this.connections = connections;
        this.tokens = tokens;
        this.setting = Setting.USUAL;
    }

    /** The same as another row, but for one thing. */
    Row(String label, Row usual, Setting setting) {
        this.label = label;
        this.threads = usual.threads;
        this.connections = usual.connections;
        this.tokens = usual.tokens;
        this.setting = setting;
    }

    /** Returns the method of a benchmark that is measured here. */
    String method(String operation) {
        return setting == Setting.APPLICATION ? operation + "InApplication" : operation;
    }

    /** Returns the URL of the driver. */
    String url() {
        return setting == Setting.REQUESTS ? StubDriver.WITH_REQUESTS : StubDriver.URL;
    }

    /** Returns how many connections there are. */
    public int connections() {
        return connections;
    }

    /** Returns how many threads there are. */
    public int threads() {
        return threads;
    }

    /** Returns how much work is done while a connection is held. */
    public int tokens() {
        return tokens;
    }

    /** Returns whether there are fewer connections than threads, so that threads wait. */
    public boolean contended() {
        return threads > connections;
    }

    /**
     * Returns whether waits are worth measuring: without work while holding, they are all
     * scheduling. The shape of the code that waits makes no difference.
     */
    public boolean measuresWaits() {
        return contended() && tokens > 0 && setting == Setting.USUAL;
    }

    /**
     * Returns whether a contestant makes sense here: each of the two bounds is for one kind of row.
     */
    public boolean admits(Peer peer) {
        return switch (peer) {
            case FLOOR -> !contended();
            case IDEAL -> contended();
            default -> true;
        };
    }

    /**
     * Returns how many threads a contestant runs on. Without a pool, more threads than processors
     * or connections would only measure the scheduler.
     */
    public int threads(Peer peer, int processors) {
        return peer == Peer.IDEAL ? Math.min(processors, connections) : threads;
    }

    /** Returns the row in words. */
    public String title() {
        return Figures.title(threads, connections, "connection", tokens)
                + switch (setting) {
                    case USUAL -> "";
                    case APPLICATION -> ", in the shape of an application";
                    case REQUESTS -> ", on a driver with request boundaries";
                };
    }

    @Override
    public String toString() {
        return label;
    }
}
