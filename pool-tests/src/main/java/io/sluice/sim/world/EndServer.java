package io.sluice.sim.world;

import io.sluice.pool.spi.BranchGate;
import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.ResourceFactory;
import io.sluice.pool.spi.TransactionalResource;
import io.sluice.sim.scheduler.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/** A server whose resources may have a branch, and end as is planned. It keeps a record. */
public final class EndServer implements ResourceFactory<EndServer.Item> {

    private static final Duration QUICK = Duration.ofMillis(10);

    public final List<Item> items = new ArrayList<>();

    /** What happens as a resource is created, destroyed, aborted, and joins. */
    public Consumer<Item> creating;

    public Consumer<Item> destroying = item -> {};
    public Consumer<Item> aborting = item -> {};
    public Consumer<Item> joining = item -> {};

    private final Simulation simulation;

    public EndServer(Simulation simulation) {
        this.simulation = simulation;
        creating = item -> simulation.sleep(QUICK.toNanos());
    }

    /** Returns how many resources have been created and not destroyed. */
    public int alive() {
        return (int) items.stream().filter(item -> item.isCreated && item.destroyedAt < 0).count();
    }

    /** One resource; a time is -1 as long as it has not come. */
    public static final class Item implements TransactionalResource {

        private final int number;
        private final BranchGate gate = new BranchGate();
        private boolean isCreated;
        public @Nullable Holder<Item> holder;
        public long abortedAt = -1;
        public long destroyedAt = -1;

        /** Happens when the pool asks for the branch. */
        public Runnable whenAsked = () -> {};

        /** Happens when the pool is about to end the resource by force. */
        public Runnable whenClaimed = () -> {};

        Item(int number) {
            this.number = number;
        }

        @Override
        public String resourceManagerName() {
            return "simulated";
        }

        @Override
        public XAResource xaResource() {
            throw new AssertionError("no branch is begun here");
        }

        @Override
        public BranchGate gate() {
            return gate;
        }

        @Override
        public boolean isPinned() {
            whenAsked.run();
            return gate.isPinned();
        }

        @Override
        public boolean claimForAbort(long stamp) {
            whenClaimed.run();
            return gate.claimForAbort(stamp);
        }

        @Override
        public void enlisting(Object transaction) {}

        @Override
        public void cancel() {}

        @Override
        public void abort() {}

        @Override
        public String toString() {
            return "resource-" + number;
        }
    }

    @Override
    public Item create() {
        Item item = new Item(items.size() + 1);
        items.add(item);
        creating.accept(item);
        item.isCreated = true;
        simulation.note("has created " + item);
        return item;
    }

    @Override
    public void joined(Item item, Holder<Item> holder) {
        item.holder = holder;
        joining.accept(item);
    }

    @Override
    public void destroy(Item item) {
        simulation.note("destroys " + item);
        destroying.accept(item);
        item.destroyedAt = simulation.nanos();
    }

    @Override
    public void abort(Item item) {
        simulation.note("aborts " + item);
        item.abortedAt = simulation.nanos();
        aborting.accept(item);
    }

    @Override
    public String toString() {
        return "the server";
    }
}
