package io.sluice.pool.internal;

import io.sluice.pool.spi.DiscardReason;

/** Stands in for the pool around a holder or a queue, and writes down what it is asked for. */
final class RecordingOwner implements HolderReturn<String> {

    final Journal journal = new Journal();

    /** Run by {@link #demand}. */
    Runnable onDemand = () -> {};

    /** Run by {@link #publish}. */
    Runnable onPublish = () -> {};

    /** The answer of {@link #releaseInTransaction}. */
    boolean releasedInTransaction;

    /** The answer of {@link #spareCapacity}. */
    int spareCapacity;

    @Override
    public void runAside(Runnable task) {
        throw new AssertionError("nothing blocks here");
    }

    /** How many time-outs were announced and are not reported. */
    int unreported;

    @Override
    public void requeue(ResourceHolder<String> holder) {
        journal.add("requeue " + holder);
    }

    @Override
    public void publish(ResourceHolder<String> holder) {
        journal.add("publish " + holder);
        onPublish.run();
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

    @Override
    public void timedOutUnreported() {
        unreported++;
    }

    @Override
    public void timedOut() {}

    @Override
    public void demand() {
        journal.add("demand");
        onDemand.run();
    }

    @Override
    public int spareCapacity() {
        return spareCapacity;
    }
}
