package io.sluice.sim.world;

import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.ResourceFactory;
import io.sluice.sim.scheduler.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A server whose every answer to an attempt to connect is planned, and which keeps a record. */
public final class GrowthServer implements ResourceFactory<Object> {

    /** What becomes of an attempt, by its number from 1 on. */
    public interface Plan {
        void connect(int number) throws Exception;
    }

    /** What becomes of a validation. */
    public interface Check {
        void validate(Object resource, Duration limit) throws Exception;
    }

    /** The server refuses; only its operator can mend that. */
    public static final class Denied extends Exception {

        private static final long serialVersionUID = 1L;

        Denied() {
            super("the password is wrong");
        }
    }

    /** One attempt; {@code ended} is -1 as long as it has not come back. */
    public static final class Attempt {
        public final int number;
        public final long began;
        public long ended = -1;
        public boolean hasFailed;

        Attempt(int number, long began) {
            this.number = number;
            this.began = began;
        }
    }

    /** One validation. */
    public record Validated(Object resource, String thread) {}

    public final List<Attempt> attempts = new ArrayList<>();
    public final Set<Object> alive = new LinkedHashSet<>();

    /** Looks at each attempt as it begins. */
    public Runnable whenOneBegins = () -> {};

    /** Whether the next resource does not join; then not the one after it. */
    public boolean refusesToJoin;

    /** Runs when a resource has joined. */
    public Runnable whenOneJoins = () -> {};

    /** Whether the judge of failures throws the failure itself. */
    public boolean rethrows;

    /** What the judge of failures fails with, if it does. */
    public @Nullable Error judgeFails;

    /** Each validation, by the resource and the name of the thread. */
    public final List<Validated> validations = new ArrayList<>();

    public Check check = (resource, limit) -> {};

    /** What passes no validation. */
    public @Nullable Object broken;

    public Plan plan;

    private final Simulation simulation;

    public GrowthServer(Simulation simulation) {
        this.simulation = simulation;
        this.plan = takes(Duration.ofMillis(10));
    }

    /** Each attempt succeeds after that time. */
    public Plan takes(Duration time) {
        return number -> simulation.sleep(time.toNanos());
    }

    /** Each attempt fails after that time. */
    public Plan fails(Duration time) {
        return number -> {
            simulation.sleep(time.toNanos());
            throw new IllegalStateException("the server is down");
        };
    }

    /** Each attempt is denied after that time. */
    public Plan denies(Duration time) {
        return number -> {
            simulation.sleep(time.toNanos());
            throw new Denied();
        };
    }

    /** Returns how many attempts have not come back. */
    public int creating() {
        return (int) attempts.stream().filter(attempt -> attempt.ended < 0).count();
    }

    /** Returns how many began after that moment. */
    public int begunAfter(long moment) {
        return (int) attempts.stream().filter(attempt -> attempt.began > moment).count();
    }

    /** Returns how often that resource was validated. */
    public int validations(Object resource) {
        return (int) validations.stream().filter(each -> each.resource.equals(resource)).count();
    }

    /** Returns the attempt that began last. */
    public Attempt last() {
        return attempts.get(attempts.size() - 1);
    }

    @Override
    public Object create() throws Exception {
        Attempt attempt = new Attempt(attempts.size() + 1, simulation.nanos());
        attempts.add(attempt);
        simulation.note("attempt " + attempt.number);
        whenOneBegins.run();
        attempt.hasFailed = true;
        try {
            plan.connect(attempt.number);
            Object resource = "resource-" + attempt.number;
            alive.add(resource);
            attempt.hasFailed = false;
            return resource;
        } finally {
            attempt.ended = simulation.nanos();
            simulation.note("attempt " + attempt.number + " ends, " + attempt.hasFailed);
        }
    }

    @Override
    public void joined(Object resource, Holder<Object> holder) {
        if (refusesToJoin) {
            refusesToJoin = false;
            throw new IllegalStateException(resource + " does not join");
        }
        whenOneJoins.run();
    }

    @Override
    public void validate(Object resource, Duration limit) throws Exception {
        validations.add(new Validated(resource, Thread.currentThread().getName()));
        check.validate(resource, limit);
        if (resource.equals(broken)) {
            throw new IllegalStateException(resource + " is broken");
        }
    }

    @Override
    public boolean isPermanent(Throwable failure) {
        if (judgeFails != null) {
            throw judgeFails;
        }
        if (rethrows && failure instanceof RuntimeException same) {
            throw same;
        }
        return failure instanceof Denied;
    }

    @Override
    public void destroy(Object resource) {
        if (!alive.remove(resource)) {
            simulation.fail(resource + " is destroyed twice", new Throwable("here"));
        }
    }
}
