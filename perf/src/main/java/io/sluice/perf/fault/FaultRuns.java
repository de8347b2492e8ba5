package io.sluice.perf.fault;

import io.sluice.perf.fork.Measured;
import io.sluice.perf.fork.Printed;
import io.sluice.perf.fork.Turn;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.report.Figures;
import io.sluice.perf.turn.Logs;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Gives each contestant its turns: interleaved rounds, each beginning with another contestant. */
final class FaultRuns {

    private final FaultPlan plan;
    private final Supplier<Scene> scenes;

    /** The scene of most turns; null while there is none. */
    private @Nullable Scene shared;

    FaultRuns(FaultPlan plan) {
        this(plan, () -> Scene.single(plan.threads()));
    }

    FaultRuns(FaultPlan plan, Supplier<Scene> scenes) {
        this.plan = plan;
        this.scenes = scenes;
    }

    /** Runs all turns. */
    List<Measured<Fault, Peer>> run() throws Exception {
        Logs.discard();
        shared = scenes.get(); // at once, since no turn is possible without a server
        try {
            return Measured.attempt(
                    "faults",
                    Turn.interleaved(plan.rounds(), plan.faults(), plan.peers()),
                    this::turn,
                    turn ->
                            turn.get("recovered") > 0
                                    ? "recovered in " + Figures.millis(turn.get("recoverMillis"))
                                    : "did not recover");
        } finally {
            closeShared();
        }
    }

    private Printed turn(Fault fault, Peer peer) throws SQLException, InterruptedException {
        if (fault.needsStandby()) {
            try (Scene own = Scene.pair(plan.threads(), fault)) {
                return new FaultRun(plan, fault, peer, own).run();
            }
        }
        try {
            Scene scene = shared == null ? scenes.get() : shared;
            shared = scene;
            // Ends what the pool before may have left behind.
            scene.terminateAll();
            return new FaultRun(plan, fault, peer, scene).run();
        } catch (SQLException | RuntimeException | LinkageError e) {
            // The scene is in an unknown state: the fault may last, and the pool still be at work.
            closeShared();
            throw e;
        }
    }

    private void closeShared() {
        Scene scene = shared;
        shared = null;
        if (scene != null) {
            scene.close();
        }
    }
}
