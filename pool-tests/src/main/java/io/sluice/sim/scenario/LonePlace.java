package io.sluice.sim.scenario;

import io.sluice.pool.jta.JtaTransactionContext;
import io.sluice.pool.spi.TransactionContext.Completion;
import io.sluice.pool.spi.TransactionContext.Participant;
import io.sluice.sim.scheduler.Simulation;
import io.sluice.sim.world.Dice;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.lang.reflect.Proxy;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A lone connection with its part in transactions: what its branches share. */
final class LonePlace {

    static final Duration PATIENCE = Duration.ofMillis(100);

    /** The branch of the present, and what its pool is told of it. */
    interface Round {

        LoneTransaction transaction();

        void isOver(long stamp);

        void isInDoubt(@Nullable Throwable why);

        void isSettled();
    }

    final LoneConnection connection;
    final LoneHolder holder;
    final Participant participant;
    @Nullable Round round;

    LonePlace(Simulation simulation, Dice dice) {
        connection = new LoneConnection(simulation, dice);
        holder = new LoneHolder(simulation, connection);
        TransactionManager manager =
                (TransactionManager)
                        Proxy.newProxyInstance(
                                LonePlace.class.getClassLoader(),
                                new Class<?>[] {TransactionManager.class},
                                (self, method, arguments) -> null);
        TransactionSynchronizationRegistry registry =
                (TransactionSynchronizationRegistry)
                        Proxy.newProxyInstance(
                                LonePlace.class.getClassLoader(),
                                new Class<?>[] {TransactionSynchronizationRegistry.class},
                                (self, method, arguments) -> {
                                    present()
                                            .transaction()
                                            .interpose((Synchronization) arguments[0]);
                                    return null;
                                });
        participant =
                new JtaTransactionContext(manager, registry)
                        .patience(PATIENCE)
                        .participant(
                                holder,
                                new Completion() {
                                    @Override
                                    public void over(long stamp) {
                                        present().isOver(stamp);
                                    }

                                    @Override
                                    public void inDoubt(String xid, @Nullable Throwable why) {
                                        present().isInDoubt(why);
                                    }

                                    @Override
                                    public void settled(String xid) {
                                        present().isSettled();
                                    }
                                });
    }

    private Round present() {
        Round now = round;
        if (now == null) {
            throw new IllegalStateException("no round");
        }
        return now;
    }
}
