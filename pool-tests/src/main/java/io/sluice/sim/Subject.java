package io.sluice.sim;

import java.util.List;

/** What is simulated, and in which scenario. */
public enum Subject {
    /** The pool itself, over resources of a simulated server. */
    POOL("", "io.sluice.sim.scenario.PoolScenario", List.of("io/sluice/pool/PoolConfig.class")),

    /** The pool itself, without memory at some points of its code. */
    FULL_HEAP(
            "--full-heap ",
            "io.sluice.sim.scenario.FullHeapScenario",
            List.of("io/sluice/pool/PoolConfig.class")),

    /** Many threads that come at once to an empty pool. */
    BURST(
            "--burst ",
            "io.sluice.sim.scenario.BurstScenario",
            List.of("io/sluice/pool/PoolConfig.class")),

    /** Threads and requests in line for few resources, on a good day. */
    LINE(
            "--line ",
            "io.sluice.sim.scenario.LineScenario",
            List.of("io/sluice/pool/PoolConfig.class")),

    /** How a pool grows, step by step, as its server is well, slow or down. */
    GROWTH(
            "--growth ",
            "io.sluice.sim.scenario.GrowthScenario",
            List.of("io/sluice/pool/PoolConfig.class")),

    /** A data source, with its pool, over a simulated driver. */
    DATA_SOURCE(
            "--data-source ",
            "io.sluice.sim.scenario.DataSourceScenario",
            List.of("io/sluice/pool/PoolConfig.class", "io/sluice/jdbc/JdbcPoolConfig.class")),

    /** A data source in global transactions, over a simulated server and manager. */
    TRANSACTIONS(
            "--transactions ",
            "io.sluice.sim.scenario.TransactionScenario",
            List.of("io/sluice/pool/PoolConfig.class", "io/sluice/jdbc/JdbcPoolConfig.class")),

    /** A data source, with and without global transactions, used at the end of the stack. */
    STACK(
            "--stack ",
            "io.sluice.sim.scenario.StackScenario",
            List.of("io/sluice/pool/PoolConfig.class", "io/sluice/jdbc/JdbcPoolConfig.class"));

    private static final String INSIDE = "io.sluice.pool.internal.";

    private static final List<String> LEFT_ALONE =
            List.of("base.SystemTicker", "base.SafeLog", "base.OutOfLine", "report.PoolLog", "jfr");

    /** What the command that simulates it needs, with a blank. */
    final String option;

    final String scenario;

    /** A class at the top of each library that is rewritten. */
    final List<String> libraries;

    /** Whether memory may be missing in a class; not in the log, the clock and the recorder. */
    boolean lacksMemory(String type) {
        return (this == FULL_HEAP || this == BURST)
                && type.startsWith(INSIDE)
                && LEFT_ALONE.stream().noneMatch(type.substring(INSIDE.length())::startsWith);
    }

    Subject(String option, String scenario, List<String> libraries) {
        this.option = option;
        this.scenario = scenario;
        this.libraries = libraries;
    }
}
