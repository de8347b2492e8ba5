package io.sluice.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.sim.invariant.BranchInvariants;
import io.sluice.sim.scheduler.Scenario;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.scheduler.Trial;
import io.sluice.sim.world.DatabaseFaults;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.SimBranches;
import io.sluice.sim.world.SimDatabase;
import io.sluice.sim.world.SimTransaction;
import io.sluice.sim.world.SimTransactionManager;
import io.sluice.sim.world.XaFaults;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Objects;
import javax.sql.XAConnection;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.Test;

/** The simulated server and the checks of branches notice what a pool must not do with them. */
class SimBranchesTest {

    private static final Xid ONE = xid("one");
    private static final Xid TWO = xid("two");

    private interface Work {
        void on(Stage stage) throws Exception;
    }

    /** A session with its branch, and what belongs to it. */
    private record Stage(
            Simulation simulation,
            SimDatabase database,
            SimBranches branches,
            XAConnection xa,
            Connection connection,
            XAResource resource) {

        void execute(String sql) throws SQLException {
            try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }

        /** Begins a branch, works in it, and ends it. */
        void endedBranch() throws Exception {
            connection.setAutoCommit(false);
            database.isGlobalFromNowOn("one");
            resource.start(ONE, XAResource.TMNOFLAGS);
            execute("WORK one");
            resource.end(ONE, XAResource.TMSUCCESS);
        }
    }

    private static Xid xid(String transaction) {
        return new Xid() {
            @Override
            public int getFormatId() {
                return 1;
            }

            @Override
            public byte[] getGlobalTransactionId() {
                return transaction.getBytes(StandardCharsets.UTF_8);
            }

            @Override
            public byte[] getBranchQualifier() {
                return new byte[] {1};
            }
        };
    }

    private static String failure(Work work) {
        Scenario scenario =
                simulation -> {
                    Dice dice = new Dice(simulation.chance("all"));
                    SimBranches branches =
                            new SimBranches(
                                    simulation, dice, SimBranches.Kind.ROLLS_BACK, XaFaults.NONE);
                    SimDatabase database = database(simulation, dice, branches);
                    XAConnection xa = database.getXAConnection();
                    work.on(
                            new Stage(
                                    simulation,
                                    database,
                                    branches,
                                    xa,
                                    xa.getConnection(),
                                    xa.getXAResource()));
                };
        return failureOf(scenario);
    }

    private static SimDatabase database(Simulation simulation, Dice dice, SimBranches branches) {
        return new SimDatabase(
                simulation,
                dice,
                DatabaseFaults.NONE,
                Duration.ofSeconds(1),
                /* hasRequests= */ false,
                /* resetsSettings= */ false,
                branches);
    }

    private static String failureOf(Scenario scenario) {
        String failure = Simulation.run(Trial.of(1), scenario, /* keepsAll= */ false).failure();
        return Objects.requireNonNullElse(failure, "nothing");
    }

    @Test
    void aBranchThatIsCommittedInBothPhases() {
        assertThat(
                        failure(
                                stage -> {
                                    stage.endedBranch();
                                    assertThat(stage.resource.prepare(ONE))
                                            .isEqualTo(XAResource.XA_OK);
                                    assertThat(stage.branches.prepared()).containsExactly(ONE);
                                    stage.resource.commit(ONE, /* onePhase= */ false);
                                    assertThat(stage.branches.left()).isEmpty();
                                    assertThat(stage.branches.unlike("one", true)).isEmpty();
                                    assertThat(stage.branches.unlike("one", false)).hasSize(1);
                                    stage.xa.close();
                                }))
                .isEqualTo("nothing");
    }

    @Test
    void aCloseOverAPreparedBranch() {
        assertThat(
                        failure(
                                stage -> {
                                    stage.endedBranch();
                                    stage.resource.prepare(ONE);
                                    stage.xa.close();
                                }))
                .isEqualTo("session 1 is closed over a prepared branch of one, PREPARED");
    }

    @Test
    void aPreparedBranchThatIsForgotten() {
        assertThat(
                        failure(
                                stage -> {
                                    stage.endedBranch();
                                    stage.resource.prepare(ONE);
                                    stage.resource.forget(ONE);
                                }))
                .isEqualTo("session 1 is told to forget a prepared branch of one, PREPARED");
    }

    @Test
    void aConnectionWithABranchThatServesAnotherTransaction() {
        assertThat(
                        failure(
                                stage -> {
                                    stage.endedBranch();
                                    stage.resource.start(TWO, XAResource.TMNOFLAGS);
                                }))
                .isEqualTo("session 1 starts a branch of two over a branch of one, ENDED");
    }

    @Test
    void workOfATransactionAfterItsBranch() {
        assertThat(
                        failure(
                                stage -> {
                                    stage.endedBranch();
                                    stage.execute("WORK one");
                                }))
                .isEqualTo("session 1 works for one in a branch of one, ENDED");
    }

    @Test
    void workOfATransactionOutsideOfABranch() {
        assertThat(
                        failure(
                                stage -> {
                                    stage.database.isGlobalFromNowOn("one");
                                    stage.execute("WORK one");
                                }))
                .isEqualTo("session 1 works for one outside of its branch");
    }

    @Test
    void aLocalCommitWithinABranch() {
        assertThat(
                        failure(
                                stage -> {
                                    stage.endedBranch();
                                    stage.connection.setAutoCommit(true);
                                }))
                .isEqualTo("session 1 is told to commit within a branch of one, ENDED");
    }

    /** What a pool would do that takes a lost answer for a refusal. */
    @Test
    void aBranchThatIsForgottenAndPrepared() {
        Scenario scenario =
                simulation -> {
                    Dice dice = new Dice(simulation.chance("all"));
                    SimTransactionManager manager = new SimTransactionManager(simulation);
                    SimBranches branches =
                            new SimBranches(
                                    simulation, dice, SimBranches.Kind.KEEPS, XaFaults.NONE);
                    BranchInvariants ignored = new BranchInvariants(simulation, branches, manager);
                    XAConnection xa = database(simulation, dice, branches).getXAConnection();
                    xa.getConnection().setAutoCommit(false);
                    SimTransaction transaction = manager.begin(dice, "one");
                    assertThat(transaction.enlistResource(forgetful(xa.getXAResource()))).isTrue();
                    assertThatThrownBy(manager::commit).isInstanceOf(Exception.class);
                    simulation.sleep(1);
                };
        assertThat(failureOf(scenario)).startsWith("forgotten and prepared: one/1");
    }

    /** Prepares, says that this failed, and does nothing more. */
    private static XAResource forgetful(XAResource resource) {
        return (XAResource)
                Proxy.newProxyInstance(
                        SimBranchesTest.class.getClassLoader(),
                        new Class<?>[] {XAResource.class},
                        (proxy, method, arguments) ->
                                switch (method.getName()) {
                                    case "prepare", "commit" -> {
                                        int ignored = resource.prepare((Xid) arguments[0]);
                                        throw new XAException(XAException.XAER_RMFAIL);
                                    }
                                    case "rollback" -> null;
                                    default -> method.invoke(resource, arguments);
                                });
    }
}
