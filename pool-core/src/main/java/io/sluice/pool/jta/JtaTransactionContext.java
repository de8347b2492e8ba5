package io.sluice.pool.jta;

import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.TransactionContext;
import io.sluice.pool.spi.TransactionalResource;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.time.Duration;
import java.util.Objects;
import java.util.function.UnaryOperator;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * The global transactions of a Jakarta transaction manager. Resources must be {@link
 * TransactionalResource}s.
 *
 * <p>The end of a transaction is told by {@link
 * jakarta.transaction.Transaction#registerSynchronization}, or where a manager takes that no more
 * by {@link TransactionSynchronizationRegistry#registerInterposedSynchronization}, and by what our
 * own {@code XAResource} saw of the branch; a holder is let go when both have come. It is enlisted
 * once in a transaction and never delisted.
 *
 * <p>Immutable and thread-safe.
 */
public final class JtaTransactionContext implements TransactionContext {

    /** How long calls are given to return when their transaction ends. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    static {
        initialize(
                "InDoubtBranches",
                "BranchState",
                "BranchXaResource",
                "BranchXaResource$1",
                "JtaLog",
                "XaErrors");
    }

    private final TransactionManager manager;
    private final TransactionSynchronizationRegistry registry;
    private final BranchSettings settings;

    /**
     * Uses these objects of a transaction manager.
     *
     * @param manager knows the transaction of the calling thread
     * @param registry of the same manager; keeps what a pool has put into a transaction
     */
    @SuppressWarnings("exports") // who has a manager has its interface
    public JtaTransactionContext(
            TransactionManager manager, TransactionSynchronizationRegistry registry) {
        this(
                manager,
                new BranchSettings(
                        Objects.requireNonNull(registry, "registry"),
                        PATIENCE.toNanos(),
                        /* separate= */ false,
                        UnaryOperator.identity()));
    }

    private JtaTransactionContext(TransactionManager manager, BranchSettings settings) {
        this.manager = Objects.requireNonNull(manager, "manager");
        this.registry = settings.registry();
        this.settings = settings;
    }

    /**
     * Returns one that waits so long for the calls inside a branch when that is ended, before it
     * aborts their connection, and is the same otherwise.
     *
     * @param patience more than zero; 5 s unless set
     */
    public JtaTransactionContext patience(Duration patience) {
        if (patience.isNegative() || patience.isZero()) {
            throw new IllegalArgumentException(
                    "patience is "
                            + patience
                            + "; expected more than zero: write for example PT5S");
        }
        return with(
                new BranchSettings(
                        registry,
                        patience.toNanos(),
                        settings.separate(),
                        settings.lastResourceMarker()));
    }

    private JtaTransactionContext with(BranchSettings changed) {
        return new JtaTransactionContext(manager, changed);
    }

    /**
     * Returns one in which each connection has a branch of its own, also where the driver says that
     * two lead to the same server, and is the same otherwise. For a manager that asks for that and
     * does not join them: Atomikos takes the second for the first, enlisted twice, and refuses it.
     */
    public JtaTransactionContext separateBranches() {
        return with(
                new BranchSettings(
                        registry,
                        settings.patienceNanos(),
                        /* separate= */ true,
                        settings.lastResourceMarker()));
    }

    /**
     * Returns one that shows the manager a resource that cannot be prepared in another form, by
     * which the manager knows that it commits such a one last, and is the same otherwise. Without a
     * marker a transaction commits that has such a resource only, and another rolls back.
     *
     * @param marker makes what the manager sees of the resource, and passes everything on to it
     */
    public JtaTransactionContext lastResourceMarker(UnaryOperator<XAResource> marker) {
        return with(
                new BranchSettings(
                        registry,
                        settings.patienceNanos(),
                        settings.separate(),
                        Objects.requireNonNull(marker, "marker")));
    }

    @Override
    public @Nullable Object current() {
        jakarta.transaction.Transaction transaction;
        int status;
        try {
            transaction = manager.getTransaction();
            status = transaction == null ? Status.STATUS_NO_TRANSACTION : transaction.getStatus();
        } catch (SystemException e) {
            throw new IllegalStateException(
                    "the transaction manager cannot tell the transaction of this thread: "
                            + e.getMessage(),
                    e);
        }
        if (status == Status.STATUS_ACTIVE && transaction != null) {
            return transaction;
        }
        if (status != Status.STATUS_NO_TRANSACTION) {
            throw new IllegalStateException(
                    "the transaction of this thread is "
                            + name(status)
                            + " and not active; end it and begin another to acquire in it");
        }
        return null;
    }

    @Override
    public @Nullable Object identity() {
        try {
            jakarta.transaction.Transaction transaction = manager.getTransaction();
            if (transaction == null) {
                return null;
            }
            return switch (transaction.getStatus()) {
                case Status.STATUS_NO_TRANSACTION,
                        Status.STATUS_COMMITTED,
                        Status.STATUS_ROLLEDBACK,
                        Status.STATUS_UNKNOWN ->
                        null;
                default -> transaction;
            };
        } catch (SystemException e) {
            return null; // who acquires will be told
        }
    }

    @Override
    public @Nullable Object get(Object key) {
        return registry.getResource(key);
    }

    @Override
    public void put(Object key, Object value) {
        registry.putResource(key, value);
    }

    @Override
    public Participant participant(Holder<?> holder, Completion completion) {
        if (!(holder.resource() instanceof TransactionalResource resource)) {
            throw new IllegalStateException(
                    "a "
                            + holder.resource().getClass().getName()
                            + " cannot take part in global transactions; expected a"
                            + " TransactionalResource");
        }
        return new JtaParticipant(holder, resource, completion, settings);
    }

    private static String name(int status) {
        return switch (status) {
            case Status.STATUS_MARKED_ROLLBACK -> "marked for rollback";
            case Status.STATUS_PREPARED -> "prepared";
            case Status.STATUS_COMMITTED -> "committed";
            case Status.STATUS_ROLLEDBACK -> "rolled back";
            case Status.STATUS_PREPARING -> "being prepared";
            case Status.STATUS_COMMITTING -> "being committed";
            case Status.STATUS_ROLLING_BACK -> "being rolled back";
            default -> "in an unknown state";
        };
    }

    @Override
    public String toString() {
        return "JtaTransactionContext[" + manager.getClass().getName() + "]";
    }

    /**
     * Initializes classes of this package before they are needed: one whose initialization fails,
     * for want of memory for example, can never be used again.
     */
    private static void initialize(String... names) {
        Class<?> here = JtaTransactionContext.class;
        try {
            for (String name : names) {
                String whole = here.getPackageName() + '.' + name;
                Class<?> ignored = Class.forName(whole, true, here.getClassLoader());
            }
        } catch (ClassNotFoundException e) {
            throw new NoClassDefFoundError(e.getMessage());
        }
    }
}
