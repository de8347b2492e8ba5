package io.sluice.pool.internal;

import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.ResourceFactory;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** A factory that writes a journal and does at each call what the test has told it to. */
final class ScriptedFactory implements ResourceFactory<ScriptedFactory.Resource> {

    /** A resource; its number is that of the attempt which created it, from 1. */
    record Resource(int number) {}

    /** What happens in a call, given the number of the attempt or of the resource. */
    interface Step {
        void run(int number) throws Exception;
    }

    private final Journal journal;
    private final AtomicInteger attempts = new AtomicInteger();
    private final AtomicInteger created = new AtomicInteger();

    volatile Step onCreate = number -> {};

    /** How long the last validation was told that it may take. */
    volatile Duration lastLimit;

    volatile Step onJoined = number -> {};
    volatile Step onValidate = number -> {};
    volatile Step onTransactionEnded = number -> {};
    volatile Step onDestroy = number -> {};
    volatile Step onAbort = number -> {};
    volatile Predicate<Throwable> permanent = failure -> false;
    volatile Predicate<Throwable> concernsOthers = failure -> true;

    ScriptedFactory(Journal journal) {
        this.journal = journal;
    }

    /** How often a creation was attempted. */
    int attempts() {
        return attempts.get();
    }

    /** How many resources were created. */
    int created() {
        return created.get();
    }

    @Override
    public Resource create() throws Exception {
        int number = attempts.incrementAndGet();
        journal.add("create " + number);
        onCreate.run(number);
        created.incrementAndGet();
        return new Resource(number);
    }

    @Override
    public void joined(Resource resource, Holder<Resource> holder) {
        try {
            onJoined.run(resource.number());
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError("joined may throw unchecked exceptions only", e);
        }
    }

    @Override
    public void validate(Resource resource, Duration limit) throws Exception {
        lastLimit = limit;
        journal.add("validate " + resource.number());
        onValidate.run(resource.number());
    }

    @Override
    public boolean mayConcernOthers(Throwable failure) {
        return concernsOthers.test(failure);
    }

    @Override
    public void transactionEnded(Resource resource) throws Exception {
        journal.add("transactionEnded " + resource.number());
        onTransactionEnded.run(resource.number());
    }

    @Override
    public void destroy(Resource resource) throws Exception {
        journal.add("destroy " + resource.number());
        onDestroy.run(resource.number());
    }

    @Override
    public void abort(Resource resource) throws Exception {
        journal.add("abort " + resource.number());
        onAbort.run(resource.number());
    }

    @Override
    public boolean isPermanent(Throwable failure) {
        return permanent.test(failure);
    }

    @Override
    public String toString() {
        return "test";
    }
}
