package io.sluice.perf.bank;

import io.sluice.perf.command.MeasurementException;
import io.sluice.perf.command.Progress;
import io.sluice.pool.fault.PostgresServer;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs one worker after another and kills each but the last, on two databases that stay: a
 * PostgreSQL that keeps running, and an H2 that runs inside the worker and is killed with it.
 */
final class BankRun {

    static final String H2_USER = "sa";

    static final String USER = "bank";
    static final String PASSWORD = "bank";

    /** After this silence a worker is taken for hung. */
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** The latest time of a random kill after the worker has begun to recover. */
    private static final int LATEST_KILL_MILLIS = 1500;

    /** The longest time that the other threads go on before the kill. */
    private static final int LINGER_MILLIS = 20;

    private static final int MOST_TRANSFERS_BEFORE = 20;

    /** Nothing that was confirmed is lost with the process, or with the machine. */
    static final Map<String, String> POSTGRES =
            Map.of(
                    "fsync", "on",
                    "full_page_writes", "on",
                    "synchronous_commit", "on",
                    "max_connections", "50",
                    "max_prepared_transactions", "50");

    private final BankPlan plan;
    private final BankFolder folder;
    private final Random random;
    private final BankTally tally = new BankTally();
    private int workers;

    /**
     * Prepares a run.
     *
     * @param folder an empty folder; its creator also deletes it
     */
    BankRun(BankPlan plan, BankFolder folder) {
        this.plan = plan;
        this.folder = folder;
        this.random = new Random(plan.seed());
    }

    /**
     * Kills all planned workers, or stops after the first with which something is wrong, since the
     * next ones would change the evidence. Returns what was seen.
     */
    BankTally run() throws IOException, InterruptedException {
        try (PostgresServer server = PostgresServer.start(POSTGRES);
                Progress progress = Progress.start("bank", plan.kills() + 1)) {
            open(server);
            if (allKilled(server, progress)) {
                end(server);
                progress.advance(1);
                tally.compare(journal(server));
            } else {
                tally.ended(journal(server));
            }
            return tally;
        }
    }

    /** Returns whether all is well after the last kill. */
    private boolean allKilled(PostgresServer server, Progress progress)
            throws IOException, InterruptedException {
        for (int round = 1; round <= plan.rounds(); round++) {
            for (Point point : Point.values()) {
                kill(point, server);
                progress.advance(1);
                if (!tally.wrong().isEmpty()) {
                    return false;
                }
            }
            progress.say("round " + round + ", " + tally.found() + " branches in doubt so far");
        }
        return true;
    }

    private void open(PostgresServer server) {
        server.addUser(USER, PASSWORD);
        try (Connection one = DriverManager.getConnection(server.url(), USER, PASSWORD);
                Connection other = DriverManager.getConnection(folder.h2(), H2_USER, "")) {
            Ledger.create(one);
            Ledger.create(other);
        } catch (SQLException e) {
            throw new MeasurementException("cannot make the tables of the bank", e);
        }
    }

    private WorkerProcess start(@Nullable Point point, PostgresServer server) throws IOException {
        workers++;
        folder.copyFor(workers);
        int after = 1 + random.nextInt(MOST_TRANSFERS_BEFORE);
        String log = folder.log().toString();
        String h2 = folder.h2() + ";DATABASE_EVENT_LISTENER='" + Points.class.getName() + "'";
        BankWorker.Order order =
                new BankWorker.Order(
                        workers,
                        point,
                        after,
                        plan.threads(),
                        plan.sideBySide(),
                        log,
                        h2,
                        server.url());
        return WorkerProcess.start(order, folder);
    }

    private void kill(Point point, PostgresServer server) throws IOException, InterruptedException {
        try (WorkerProcess worker = start(point, server)) {
            List<String> found = worker.await(BankWorker.Said::found, LIMIT);
            if (found == null) {
                throw new MeasurementException(
                        "worker " + workers + " did not start; its log ends with " + folder.tail());
            }
            tally.found(found);
            Long at = point.isNamed() ? worker.await(BankWorker.Said::at, LIMIT) : Long.valueOf(0);
            int longest = point.isNamed() ? LINGER_MILLIS : LATEST_KILL_MILLIS;
            TimeUnit.MILLISECONDS.sleep(random.nextInt(longest + 1));
            worker.kill();
            // Sessions that are inside a statement would notice only after it.
            server.sessions(USER).forEach(server::terminate);
            take(worker);
            if (at != null) {
                tally.killed(point, at);
            }
        }
    }

    /** Records what a worker said before it ended. */
    private void take(WorkerProcess worker) throws InterruptedException {
        BankWorker.Recovered recovered = worker.await(BankWorker.Said::recovered, Duration.ZERO);
        if (recovered != null) {
            tally.recovered(workers, recovered);
        }
        tally.told(worker.said(BankWorker.Said::committed));
        worker.said(BankWorker.Said::failed)
                .forEach(what -> tally.wrong("worker " + workers + " said: " + what));
    }

    /** Lets a last worker recover and check, and live. */
    private void end(PostgresServer server) throws IOException, InterruptedException {
        try (WorkerProcess worker = start(null, server)) {
            List<String> found = worker.await(BankWorker.Said::found, LIMIT);
            if (found == null
                    || worker.await(BankWorker.Said::recovered, LIMIT) == null
                    || worker.awaitEnd() != 0) {
                throw new MeasurementException(
                        "the last worker did not end well; its log ends with " + folder.tail());
            }
            tally.found(found);
            take(worker);
        }
    }

    /** Returns the transfers in PostgreSQL, and writes them beside the other files. */
    private Set<Long> journal(PostgresServer server) throws IOException {
        List<String> ids = server.ask("SELECT id::text FROM journal ORDER BY id");
        folder.keep("postgres.journal", ids);
        folder.keep("postgres.prepared", server.ask("SELECT gid FROM pg_prepared_xacts"));
        return ids.stream().map(Long::valueOf).collect(Collectors.toSet());
    }
}
