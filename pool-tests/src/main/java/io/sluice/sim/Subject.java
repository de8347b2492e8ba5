package io.sluice.sim;

import java.util.List;

/** What is simulated, and in which scenario. */
public enum Subject {
    /** The pool itself, over resources of a simulated server. */
    POOL("", "io.sluice.sim.scenario.PoolScenario", List.of("io/sluice/pool/PoolConfig.class")),

    /** A data source, with its pool, over a simulated driver. */
    DATA_SOURCE(
            "--data-source ",
            "io.sluice.sim.scenario.DataSourceScenario",
            List.of("io/sluice/pool/PoolConfig.class", "io/sluice/jdbc/JdbcPoolConfig.class"));

    /** What the command that simulates it needs, with a blank. */
    final String option;

    final String scenario;

    /** A class at the top of each library that is rewritten. */
    final List<String> libraries;

    Subject(String option, String scenario, List<String> libraries) {
        this.option = option;
        this.scenario = scenario;
        this.libraries = libraries;
    }
}
