package io.sluice.jdbc.xa;

import static org.awaitility.Awaitility.await;

import com.arjuna.ats.arjuna.common.CoreEnvironmentBeanException;
import com.arjuna.ats.arjuna.common.ObjectStoreEnvironmentBean;
import com.arjuna.ats.arjuna.common.arjPropertyManager;
import com.arjuna.ats.arjuna.common.recoveryPropertyManager;
import com.arjuna.ats.arjuna.recovery.RecoveryManager;
import com.arjuna.ats.arjuna.recovery.RecoveryModule;
import com.arjuna.ats.jta.common.jtaPropertyManager;
import com.arjuna.common.internal.util.propertyservice.BeanPopulator;
import com.atomikos.datasource.xa.XATransactionalResource;
import com.atomikos.icatch.config.Configuration;
import com.atomikos.icatch.jta.TransactionSynchronizationRegistryImp;
import com.atomikos.icatch.jta.UserTransactionManager;
import com.atomikos.recovery.PendingTransactionRecord;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/** The transaction managers that everything is tried with, each started once in this JVM. */
public enum Manager {
    NARAYANA("narayana") {
        @Override
        TransactionManager start(Path folder) throws CoreEnvironmentBeanException {
            if (Files.exists(Path.of("PutObjectStoreDirHere"))) {
                throw new IllegalStateException(
                        "PutObjectStoreDirHere is in the working directory: a pool started Narayana"
                                + " before this did, and its decisions are kept there; let this"
                                + " start it first, and remove the folder");
            }
            arjPropertyManager.getCoreEnvironmentBean().setNodeIdentifier("sluice");
            for (String store : new String[] {null, "communicationStore", "stateStore"}) {
                BeanPopulator.getNamedInstance(ObjectStoreEnvironmentBean.class, store)
                        .setObjectStoreDir(folder.toString());
            }
            // The time between the two passes of a scan, in seconds: nothing else is at work here.
            recoveryPropertyManager.getRecoveryEnvironmentBean().setRecoveryBackoffPeriod(1);
            jtaPropertyManager.getJTAEnvironmentBean().setOrphanSafetyInterval(1); // ms
            jtaPropertyManager.getJTAEnvironmentBean().setXaRecoveryNodes(List.of("sluice"));
            // Passes are the tests' to ask for: the first one is over before there is a pool, and
            // the next one by itself is a day off.
            recoveryPropertyManager
                    .getRecoveryEnvironmentBean()
                    .setPeriodicRecoveryPeriod((int) TimeUnit.DAYS.toSeconds(1));
            RecoveryManager.manager().scan();
            return jtaPropertyManager.getJTAEnvironmentBean().getTransactionManager();
        }

        @Override
        TransactionSynchronizationRegistry registry() {
            return jtaPropertyManager
                    .getJTAEnvironmentBean()
                    .getTransactionSynchronizationRegistry();
        }

        /** A pass as its own scan makes it, without the pause of a second or more in the middle. */
        @Override
        void recover() {
            List<RecoveryModule> modules = List.copyOf(RecoveryManager.manager().getModules());
            modules.forEach(RecoveryModule::periodicWorkFirstPass);
            modules.forEach(RecoveryModule::periodicWorkSecondPass);
        }

        @Override
        void awaitPasses() {
            recover();
            recover();
        }
    },
    ATOMIKOS("atomikos") {

        private final Passes passes = new Passes();

        @Override
        TransactionManager start(Path folder) throws SystemException {
            System.setProperty("com.atomikos.icatch.log_base_dir", folder.toString());
            System.setProperty("com.atomikos.icatch.tm_unique_name", "sluice");
            System.setProperty("com.atomikos.icatch.default_jta_timeout", "300000");
            // Otherwise a commit whose outcome is unknown looks like any other.
            System.setProperty("com.atomikos.icatch.throw_on_heuristic", "true");
            // How often, and after how many ms, a commit that fails is tried again at once.
            System.setProperty("com.atomikos.icatch.oltp_max_retries", "1");
            System.setProperty("com.atomikos.icatch.oltp_retry_interval", "100");
            System.setProperty("com.atomikos.icatch.recovery_delay", "500"); // ms between passes
            Configuration.addResource(passes);
            UserTransactionManager manager = new UserTransactionManager();
            manager.init();
            return manager;
        }

        @Override
        TransactionSynchronizationRegistry registry() {
            return new TransactionSynchronizationRegistryImp();
        }

        @Override
        void recover() {
            // It makes passes by itself; a thread that asks for one is held up for five minutes.
        }

        @Override
        void awaitPasses() throws InterruptedException {
            passes.awaitTwo();
        }

        @Override
        Callable<Void> timeoutTold() {
            CountDownLatch told = new CountDownLatch(1);
            Handler handler =
                    new Handler() {
                        @Override
                        public void publish(LogRecord entry) {
                            if (entry.getMessage().contains("has timed out")) {
                                told.countDown();
                            }
                        }

                        @Override
                        public void flush() {}

                        @Override
                        public void close() {}
                    };
            LOG.addHandler(handler);
            return () -> {
                told.await();
                LOG.removeHandler(handler);
                return null;
            };
        }
    };

    private static final Logger LOG = Logger.getLogger("com.atomikos");

    /** Listens to what Atomikos logs. */
    static final class Ear extends Handler implements AutoCloseable {

        private final String text;
        private volatile boolean heard;

        private Ear(String text) {
            this.text = text;
            LOG.addHandler(this);
        }

        /**
         * Listens for the refusal of a commit that came after the time-out and before the decision
         * that follows from it. Atomikos leaves the branch as it is then, and tells of no end.
         */
        static Ear forRefusedCommit() {
            return new Ear("COMMITTING no longer allowed");
        }

        /** Listens for a branch whose outcome it is in doubt about. */
        static Ear forHeuristicOutcome() {
            return new Ear("Heuristic termination");
        }

        boolean hasHeard() {
            return heard;
        }

        @Override
        public void publish(LogRecord entry) {
            heard |= entry.getMessage().contains(text);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            LOG.removeHandler(this);
        }
    }

    private final String option;
    private TransactionManager started;

    Manager(String option) {
        this.option = option;
    }

    abstract TransactionManager start(Path folder) throws Exception;

    /** What it shares with the transactions of the calling thread. */
    abstract TransactionSynchronizationRegistry registry();

    /** Sees to it that recovery passes over what there is, by now or soon. */
    abstract void recover();

    /** Waits until it has made two passes of recovery that have begun after this call. */
    abstract void awaitPasses() throws InterruptedException;

    /**
     * The value of {@code transactionManager}, for a pool that is opened after this. Starts the
     * manager: opening the pool would else, with its log in the working directory.
     */
    String option() {
        get();
        return option;
    }

    /**
     * Returns what waits until the next time-out has been told. Atomikos tells it to its log only,
     * and reports the transaction as active until the application ends it.
     */
    Callable<Void> timeoutTold() {
        return () -> null;
    }

    /** Begins a transaction that times out; returns what waits until it has. */
    Callable<Void> beginShort() throws Exception {
        Callable<Void> told = timeoutTold();
        get().setTransactionTimeout(2);
        get().begin();
        get().setTransactionTimeout(0);
        Transaction transaction = get().getTransaction();
        return () -> {
            told.call();
            if (this == NARAYANA) {
                await("the time-out has rolled it back")
                        .until(
                                transaction::getStatus,
                                status -> status == Status.STATUS_ROLLEDBACK);
            }
            return null;
        };
    }

    /** Starts it at the first call. */
    public synchronized TransactionManager get() {
        if (started == null) {
            try {
                Path built = Files.createDirectories(Path.of("target"));
                started = start(Files.createTempDirectory(built, option).toAbsolutePath());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
        return started;
    }

    /** Asked first in each pass of Atomikos, being registered first: others may end a pass. */
    private static final class Passes extends XATransactionalResource {

        private final Semaphore begun = new Semaphore(0);

        Passes() {
            super("passes");
        }

        void awaitTwo() throws InterruptedException {
            begun.drainPermits();
            begun.acquire(3); // when the third begins, two are over
        }

        @Override
        public boolean recover(
                long start,
                Collection<PendingTransactionRecord> committing,
                Collection<PendingTransactionRecord> foreign) {
            begun.release();
            return true;
        }

        @Override
        protected @Nullable XAResource refreshXAConnection() {
            return null;
        }

        @Override
        public boolean usesXAResource(XAResource enlisted) {
            return false;
        }
    }
}
