package io.sluice.sim.scenario;

import io.sluice.jdbc.SluiceDataSource;
import io.sluice.sim.world.Dice;
import io.sluice.sim.world.SimTransaction;
import io.sluice.sim.world.SimTransactionManager;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A thread of an application with global transactions. Each of its rounds is one, or none. */
final class TransactionWorker implements Runnable {

    private final DataSourceStage stage;
    private final SimTransactionManager manager;
    private final String name;
    private final int rounds;

    /** Those of the round. */
    private Dice dice;

    /** Whether anything of the round was refused. */
    private boolean isRefused;

    TransactionWorker(DataSourceStage stage, SimTransactionManager manager, String name) {
        this.stage = stage;
        this.manager = manager;
        this.name = name;
        this.dice = stage.diceOf(name);
        this.rounds = dice.from(1, 6);
    }

    @Override
    public void run() {
        for (int i = 1; i <= rounds; i++) {
            String round = name + "." + i;
            if (stage.simulation.has(round)) {
                dice = stage.diceOf(round);
                stage.simulation.sleep(dice.someNanos(1));
                if (dice.oneIn(5)) {
                    lease(round);
                } else {
                    transaction(round);
                }
            }
        }
    }

    /** A lease outside of transactions. */
    private void lease(String lease) {
        Connection connection = acquire();
        if (connection == null) {
            return;
        }
        stage.database.begins(lease);
        try {
            stage.checkAtRest(connection);
            Worker.execute(connection, "WORK " + lease);
        } catch (SQLException e) {
            stage.allowFailure(e);
        }
        stage.database.ended(lease);
        close(connection);
    }

    private void transaction(String round) {
        Dice more = stage.diceOf(round + "/more");
        if (more.oneIn(8)) {
            beginBeside(round, more);
            return;
        }
        stage.database.isGlobalFromNowOn(round);
        SimTransaction transaction = manager.begin(stage.diceOf(round + "/all"), round);
        stage.database.begins(round);
        long began = stage.simulation.nanos();
        isRefused = false;
        boolean expires = dice.oneIn(4) && stage.simulation.has(round + "/expires");
        if (expires) {
            manager.expireAfter(transaction, dice.someNanos(1));
        }
        List<Connection> open = new ArrayList<>();
        TransactionChores chores = new TransactionChores(stage, round, more);
        int leases = dice.from(0, 3);
        for (int i = 0; i < leases; i++) {
            work(transaction, open, expires, more.oneIn(3) ? chores : null);
        }
        if (dice.oneIn(5) && stage.simulation.has(round + "/helper")) {
            isRefused = true; // what the other does may fail the commit
            stage.simulation.start(round + "-helper", () -> help(transaction));
        }
        if (dice.oneIn(6)) {
            goElsewhere(round);
        }
        stage.simulation.sleep(dice.someNanos(20));
        if (transaction.isInOnePhase()) {
            stage.database.mayCommit(round); // what cannot be prepared is committed
        }
        end(transaction, expires, began);
        stage.database.ended(round);
        if (stage.database.isLastResource) {
            checkOutcome(transaction);
        }
        checkOver(open, round, transaction.isOver() ? chores : null);
    }

    /** A transaction begins while the rows of a lease from before are open. */
    private void beginBeside(String round, Dice more) {
        String before = round + "/before";
        Connection connection = acquire();
        if (connection == null) {
            return;
        }
        stage.database.begins(before);
        try {
            PreparedStatement statement = connection.prepareStatement("WORK ?");
            statement.setString(1, before);
            ResultSet rows = statement.executeQuery();
            SimTransaction ignored = manager.begin(stage.diceOf(round + "/all"), round);
            new TransactionChores(stage, round, more).checkNotWritten(rows);
            manager.rollback();
        } catch (SQLException e) {
            stage.allowFailure(e);
        }
        stage.database.ended(before);
        close(connection);
    }

    /** One lease in a transaction. */
    private void work(
            SimTransaction transaction,
            List<Connection> open,
            boolean expires,
            @Nullable TransactionChores chores) {
        Connection connection = acquire(chores != null ? stage.second : null);
        if (connection == null) {
            isRefused = true;
            return;
        }
        try {
            int statements = dice.from(0, 2);
            for (int i = 0; i < statements; i++) {
                Worker.execute(connection, "WORK " + transaction.name());
            }
            if (chores != null) {
                chores.act(connection);
            }
        } catch (SQLException e) {
            isRefused = true;
            if (!expires) {
                stage.allowFailure(e);
            }
        }
        switch (dice.from(1, 5)) {
            case 1 -> open.add(connection);
            case 2 -> {
                close(connection);
                close(connection);
            }
            default -> close(connection);
        }
    }

    /** Another thread works in the transaction, which may end meanwhile. */
    private void help(SimTransaction transaction) {
        manager.join(transaction);
        stage.database.begins(transaction.name());
        try (Connection connection = stage.source.getConnection()) {
            Worker.execute(connection, "WORK " + transaction.name());
        } catch (SQLException e) {
            stage.simulation.note("cannot help: " + DataSourceStage.text(e));
        }
        manager.join(null);
    }

    /** Leaves the transaction for a lease outside. */
    private void goElsewhere(String round) {
        SimTransaction mine = (SimTransaction) manager.suspend();
        if (mine != null) {
            lease(round + "/elsewhere");
            stage.database.begins(round);
            manager.resume(mine);
        }
    }

    /** The local transaction has ended as the global one, as far as that is known. */
    private void checkOutcome(SimTransaction transaction) {
        String name = transaction.name();
        boolean isWrong =
                transaction.isCommitted()
                        ? stage.database.isUndone(name)
                        : stage.database.isCommitted(name);
        if (transaction.isOver() && !transaction.mayBeEither() && isWrong) {
            stage.fail(
                    name
                            + (transaction.isCommitted()
                                    ? " is committed, but not its last resource"
                                    : " is rolled back, but not its last resource"));
        }
    }

    private void end(SimTransaction transaction, boolean expires, long began) {
        int way = dice.from(1, 8);
        boolean mustCommit =
                way > 2
                        && !isRefused
                        && !expires
                        && transaction.canBeCommitted()
                        && (transaction.isInOnePhase() || !stage.database.isLastResource)
                        && stage.isGoodDay()
                        && !stage.isForced
                        && stage.simulation.stalledUntil() <= began;
        try {
            if (way == 1) {
                manager.setRollbackOnly();
            }
            if (way == 2) {
                manager.rollback();
            } else {
                manager.commit();
            }
        } catch (RollbackException | SystemException | IllegalStateException e) {
            stage.simulation.note("is not committed: " + DataSourceStage.text(e));
            if (mustCommit && !stage.isForced) {
                stage.simulation.fail("a commit fails without a reason", e);
            }
        }
    }

    private @Nullable Connection acquire() {
        return acquire(null);
    }

    private @Nullable Connection acquire(@Nullable SluiceDataSource other) {
        boolean wasClosed = stage.isClosed;
        stage.simulation.note("acquires");
        Connection connection = null;
        try {
            connection = (other == null ? stage.source : other).getConnection();
            stage.simulation.note("has a connection");
        } catch (SQLException e) {
            stage.simulation.note("is refused: " + DataSourceStage.text(e));
        }
        if (wasClosed && other == null && connection != null && manager.getTransaction() == null) {
            stage.fail("a closed data source has served");
        }
        return connection;
    }

    private void close(Connection connection) {
        try {
            connection.close();
        } catch (LinkageError e) { // of the driver
            stage.simulation.note(String.valueOf(e.getMessage()));
        } catch (SQLException e) {
            stage.allowFailure(e);
        }
    }

    /** What was left open refuses once its transaction is over. */
    private void checkOver(
            List<Connection> open, String round, @Nullable TransactionChores chores) {
        for (Connection connection : open) {
            if (chores != null) {
                chores.checkOver(connection);
            }
            try {
                Worker.execute(connection, "WORK " + round);
                stage.fail("a handle works after its transaction");
            } catch (SQLException e) {
                stage.simulation.note("the transaction is over");
            }
            close(connection);
        }
    }
}
