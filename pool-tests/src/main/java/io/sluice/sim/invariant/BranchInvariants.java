package io.sluice.sim.invariant;

import io.sluice.jdbc.internal.xa.ResourceManagerName;
import io.sluice.pool.jta.InDoubtBranches;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.SimBranches;
import io.sluice.sim.world.SimTransaction;
import io.sluice.sim.world.SimTransactionManager;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import javax.transaction.xa.Xid;

/** Holds the branches of a pool to what is true of every branch. */
public final class BranchInvariants {

    private static final List<String> POOLS = List.of("simulated", "second");

    private final Simulation simulation;
    private final SimBranches branches;
    private final SimTransactionManager manager;

    public BranchInvariants(
            Simulation simulation, SimBranches branches, SimTransactionManager manager) {
        this.simulation = simulation;
        this.branches = branches;
        this.manager = manager;
        simulation.whenQuiet(this::checkQuiet);
    }

    /** After a failure, branches of a former run stay in the tables of the process. */
    public static void forgetOtherRuns() throws IllegalAccessException {
        for (Class<?> type : List.of(InDoubtBranches.class, ResourceManagerName.class)) {
            for (Field field : type.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers())) {
                    field.setAccessible(true);
                    if (field.get(null) instanceof Map<?, ?> map) {
                        map.clear();
                    } else if (field.get(null) instanceof Collection<?> set) {
                        set.clear();
                    }
                }
            }
        }
    }

    /** Every thread waits for time to pass: no branch is both forgotten and prepared. */
    private void checkQuiet() {
        List<Xid> prepared = branches.prepared();
        if (prepared.isEmpty()) {
            return;
        }
        List<String> inDoubt = inDoubt();
        for (Xid xid : prepared) {
            if (manager.isOver(xid) && !inDoubt.contains(InDoubtBranches.text(xid))) {
                simulation.fail("forgotten and prepared: " + xid + ", in doubt " + inDoubt, null);
            }
        }
    }

    /** Whether all is over, and neither server, nor manager, nor pool has anything left of it. */
    public boolean isAllEnded() {
        return manager.all().stream().allMatch(SimTransaction::isOver)
                && branches.left().isEmpty()
                && manager.decided().isEmpty()
                && inDoubt().isEmpty();
    }

    private static List<String> inDoubt() {
        return POOLS.stream().flatMap(pool -> InDoubtBranches.of(pool).stream()).toList();
    }

    /** The threads have ended, the database behaves, and recovery has passed by. */
    public void checkEnded() {
        for (SimTransaction each : manager.all()) {
            if (!each.isOver()) {
                simulation.fail(each + " has no end", null);
            }
        }
        if (!isAllEnded()) {
            simulation.fail(
                    "left over: at the server "
                            + branches.left()
                            + ", decided "
                            + manager.decided()
                            + ", in doubt "
                            + inDoubt(),
                    null);
        }
        for (SimTransaction each : manager.all()) {
            List<String> unlike =
                    each.mayBeEither()
                            ? List.of()
                            : branches.unlike(each.name(), each.isCommitted());
            if (!unlike.isEmpty()) {
                String what = each.isCommitted() ? " is committed" : " is rolled back";
                simulation.fail(each + what + ", but not " + unlike, null);
            }
        }
    }
}
