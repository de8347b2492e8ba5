package io.sluice.pool.internal;

import io.sluice.pool.internal.holder.HolderReturn;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.holder.StateWord;
import io.sluice.pool.internal.queue.Admission;
import io.sluice.pool.internal.queue.CreationPermits;
import io.sluice.pool.internal.queue.HolderSlots;
import io.sluice.pool.internal.queue.WaiterQueue;
import io.sluice.pool.spi.DiscardReason;
import io.sluice.pool.spi.Ticker;
import java.util.function.Consumer;

/** Stands in for the pool around a holder or a queue, and writes down what it is asked for. */
final class RecordingOwner implements HolderReturn<ResourceHolder<String>> {

    final Journal journal = new Journal();

    /** Run by {@link #demand}. */
    Runnable onDemand = () -> {};

    /** Run by {@link #publish}. */
    Consumer<ResourceHolder<String>> onPublish = holder -> {};

    /** The answer of {@link #releaseInTransaction}. */
    boolean releasedInTransaction;

    @Override
    public void runAside(Runnable task) {
        throw new AssertionError("nothing blocks here");
    }

    @Override
    public void requeue(ResourceHolder<String> holder) {
        journal.add("requeue " + holder);
    }

    @Override
    public void publish(ResourceHolder<String> holder) {
        journal.add("publish " + holder);
        onPublish.accept(holder);
    }

    @Override
    public void discard(ResourceHolder<String> holder, DiscardReason reason, Throwable cause) {
        journal.add(
                "discard "
                        + holder
                        + " "
                        + reason
                        + (cause == null ? "" : " " + cause.getMessage()));
    }

    @Override
    public boolean releaseInTransaction(ResourceHolder<String> holder, long stamp) {
        journal.add("releaseInTransaction " + holder + " with " + StateWord.toString(stamp));
        return releasedInTransaction;
    }

    /** The demand of the waiters. */
    void demand() {
        journal.add("demand");
        onDemand.run();
    }

    /** A queue of waiters that asks this for growth. */
    WaiterQueue<String> waiters(
            int maxWaiting, Ticker ticker, HolderSlots<String> slots, CreationPermits permits) {
        return new WaiterQueue<>(
                "orders",
                ticker,
                slots,
                new Admission("orders", maxWaiting, permits),
                this::demand);
    }

    /** The same without a limit, for which no more can be created. */
    WaiterQueue<String> waiters(Ticker ticker, HolderSlots<String> slots) {
        return waiters(Integer.MAX_VALUE, ticker, slots, new CreationPermits(/* minSize= */ 0, 0));
    }
}
