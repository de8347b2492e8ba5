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
 * TransactionalResource}s. Immutable and thread-safe.
 *
 * <p>The end of a transaction is announced through {@link
 * jakarta.transaction.Transaction#registerSynchronization}, or {@link
 * TransactionSynchronizationRegistry#registerInterposedSynchronization} if the manager no longer
 * accepts the former. The end of the branch is observed in Sluice's own {@code XAResource}. A
 * holder is released after both. It is enlisted once in a transaction and never delisted.
 */
public final class JtaTransactionContext implements TransactionContext {

    /** How long calls may take to return when their transaction ends. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    static {
        initialize(
                "InDoubtBranches",
                "BranchState",
                "BranchXaResource",
                "TrackedBranch$1",
                "JtaLog",
                "XaErrors");
    }

    private final TransactionManager manager;
    private final TransactionSynchronizationRegistry registry;
    private final BranchSettings settings;

    /**
     * Creates a context with these objects of a transaction manager.
     *
     * @param manager the source of the calling thread's transaction
     * @param registry the registry of the same manager, which stores the pool's values in a
     *     transaction
     */
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
     * Returns a copy that waits this long for calls inside a branch that ends, before it aborts
     * their connection.
     *
     * @param patience more than zero; default 5 s
     * @throws IllegalArgumentException if the patience is zero or less
     */
    public JtaTransactionContext patience(Duration patience) {
        if (patience.isNegative() || patience.isZero()) {
            throw new IllegalArgumentException(
                    "patience is " + patience + "; expected more than zero, for example PT5S");
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
     * Returns a copy in which each connection has its own branch, even where the driver says that
     * two connections lead to the same server. For managers that ask for that but do not join
     * branches: Atomikos mistakes the second for the first, enlisted twice, and refuses it.
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
     * Returns a copy that shows a resource that cannot be prepared to the manager in another form,
     * by which the manager knows that it must commit it last. Without a marker, a transaction with
     * such a resource commits only if it has no other, and else rolls back.
     *
     * @param marker makes the object for the manager, which must delegate to the resource
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
                    "the transaction manager failed to report the transaction of this thread: "
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
                            + ", not active; end it and begin a new one");
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
            return null; // an acquire reports it
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
     * Initializes classes of this package before they are needed: if initialization fails, for
     * example for lack of memory, the class is unusable for the rest of the process.
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
