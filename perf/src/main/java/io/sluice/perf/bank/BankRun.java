package io.sluice.perf.bank;

import io.sluice.perf.command.MeasurementException;
import io.sluice.perf.command.Progress;
import io.sluice.pool.fault.MariaDbServer;
import io.sluice.pool.fault.PostgresServer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs one worker after another and kills each but the last, on two databases that stay: a
 * PostgreSQL that keeps running, and another. H2 runs inside the worker and is killed with it;
 * MariaDB is killed with the worker in every second round.
 */
final class BankRun {

    static final String USER = "bank";
    static final String PASSWORD = "bank";

    /** After this silence a worker is taken for hung. */
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** The latest time of a random kill after the worker has begun to recover. */
    private static final int LATEST_KILL_MILLIS = 1500;

    /** The longest time that the other threads go on before the kill. */
    private static final int LINGER_MILLIS = 20;

    private static final int MOST_TRANSFERS_BEFORE = 20;

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
        try (BankServers servers = BankServers.start(plan.databases());
                Progress progress = Progress.start("bank", plan.kills() + 1)) {
            servers.open(plan.databases(), folder.h2());
            if (allKilled(servers, progress)) {
                end(servers);
                progress.advance(1);
                tally.compare(journal(servers));
            } else {
                tally.ended(journal(servers));
            }
            return tally;
        }
    }

    /** Returns whether all is well after the last kill. */
    private boolean allKilled(BankServers servers, Progress progress)
            throws IOException, InterruptedException {
        for (int round = 1; round <= plan.rounds(); round++) {
            for (Point point : Point.values()) {
                kill(point, servers, round % 2 == 0);
                progress.advance(1);
                if (!tally.wrong().isEmpty()) {
                    return false;
                }
            }
            progress.say("round " + round + ", " + tally.found() + " branches in doubt so far");
        }
        return true;
    }

    private WorkerProcess start(@Nullable Point point, BankServers servers) throws IOException {
        workers++;
        folder.copyFor(workers);
        int after = 1 + random.nextInt(MOST_TRANSFERS_BEFORE);
        String log = folder.log().toString();
        BankWorker.Order order =
                new BankWorker.Order(
                        workers,
                        point,
                        after,
                        plan.threads(),
                        plan.sideBySide(),
                        log,
                        plan.databases(),
                        servers.other(folder.h2()),
                        servers.postgres().url());
        return WorkerProcess.start(order, folder);
    }

    private void kill(Point point, BankServers servers, boolean crash)
            throws IOException, InterruptedException {
        try (WorkerProcess worker = start(point, servers)) {
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
            servers.endSessions(crash);
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
    private void end(BankServers servers) throws IOException, InterruptedException {
        try (WorkerProcess worker = start(null, servers)) {
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
    private Set<Long> journal(BankServers servers) throws IOException {
        PostgresServer postgres = servers.postgres();
        List<String> ids = postgres.ask("SELECT id::text FROM journal ORDER BY id");
        folder.keep("postgres.journal", ids);
        folder.keep("postgres.prepared", postgres.ask("SELECT gid FROM pg_prepared_xacts"));
        MariaDbServer mariaDb = servers.mariaDb();
        if (mariaDb != null) {
            folder.keep("mariadb.journal", mariaDb.ask("SELECT id FROM bank.journal ORDER BY id"));
        }
        return ids.stream().map(Long::valueOf).collect(Collectors.toSet());
    }
}
