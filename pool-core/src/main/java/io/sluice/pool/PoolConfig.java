package io.sluice.pool;

import io.sluice.pool.internal.base.SystemTicker;
import io.sluice.pool.spi.NoTransactions;
import io.sluice.pool.spi.Ticker;
import io.sluice.pool.spi.TransactionContext;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * The immutable configuration of a {@link ResourcePool}. Thread-safe. Durations are kept to the
 * nanosecond; zero disables a limit where its javadoc says so.
 */
public final class PoolConfig {

    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private final Builder values;

    private PoolConfig(Builder values) {
        this.values = values;
    }

    /** Returns a new builder with every default set. */
    public static Builder builder() {
        return new Builder(SystemTicker.INSTANCE);
    }

    /** Returns the name of the pool, as used in thread names, messages and events. */
    public String name() {
        return values.name;
    }

    /** Returns the most resources that may exist or be in creation at any time. */
    public int maxSize() {
        return values.maxSize;
    }

    /** Returns how many resources the pool keeps even when idle. */
    public int minSize() {
        return values.minSize;
    }

    /** Returns how many resources may be in creation at once; 0 if the pool decides. */
    public int maxCreating() {
        return values.maxCreating;
    }

    /** Returns how many threads and asynchronous requests may wait at once for leased resources. */
    public int maxWaiting() {
        return values.maxWaiting;
    }

    /**
     * Returns how long {@link ResourcePool#acquire()} waits; zero takes only an available resource.
     */
    public Duration acquireTimeout() {
        return values.acquireTimeout;
    }

    /** Returns the time after which an attempt to create a resource is given up. */
    public Duration connectTimeout() {
        return values.connectTimeout;
    }

    /**
     * Returns how long {@link ResourcePool#close()} waits for leases, and how long destroying one
     * resource may take.
     */
    public Duration closeTimeout() {
        return values.closeTimeout;
    }

    /**
     * Returns the idle time after which a resource above the minimum is discarded; zero means
     * never.
     */
    public Duration idleTimeout() {
        return values.idleTimeout;
    }

    /** Returns the maximum age of a resource; zero means unlimited. */
    public Duration maxLifetime() {
        return values.maxLifetime;
    }

    /** Returns the largest fraction by which a lifetime is shortened at random: 0 to 1. */
    public double lifetimeJitter() {
        return values.lifetimeJitter;
    }

    /**
     * Returns the idle time after which a resource is validated in the background; zero means
     * never.
     */
    public Duration keepaliveInterval() {
        return values.keepaliveInterval;
    }

    /**
     * Returns the idle time after which a resource is validated on acquire; zero means on every
     * acquire.
     */
    public Duration validateAfterIdle() {
        return values.validateAfterIdle;
    }

    /**
     * Returns the time after which a resource is validated on acquire although it is in use again
     * and again; zero means never.
     */
    public Duration validationInterval() {
        return values.validationInterval;
    }

    /**
     * Returns how long one validation may take; less if the caller of acquire has less time left.
     */
    public Duration validationTimeout() {
        return values.validationTimeout;
    }

    /** Returns the lease time after which a leak is reported; zero means never, at no cost. */
    public Duration leakThreshold() {
        return values.leakThreshold;
    }

    /** Returns the observers of the pool from its beginning; unmodifiable. */
    public List<PoolObserver> observers() {
        return values.observers;
    }

    /** Returns the listener of the pool's events. */
    public PoolListener listener() {
        return values.listener;
    }

    /** Returns the source of time. */
    public Ticker ticker() {
        return values.ticker;
    }

    /** Returns the pool's access to global transactions. */
    public TransactionContext transactions() {
        return values.transactions;
    }

    @Override
    public String toString() {
        return "PoolConfig["
                + values.name
                + ", minSize "
                + values.minSize
                + ", maxSize "
                + values.maxSize
                + "]";
    }

    /**
     * Collects values. Each setter refuses null with a {@link NullPointerException}, and a value
     * out of range with an {@link IllegalArgumentException}. Durations are at most 36,500 days. Not
     * thread-safe; {@link #build} copies.
     */
    public static final class Builder {

        private String name = "pool";
        private int maxSize = 10;
        private int minSize;
        private int maxCreating;
        private int maxWaiting = Integer.MAX_VALUE;
        private Duration acquireTimeout = Duration.ofSeconds(30);
        private Duration connectTimeout = Duration.ofSeconds(10);
        private Duration closeTimeout = Duration.ofSeconds(10);
        private Duration idleTimeout = Duration.ofMinutes(10);
        private Duration maxLifetime = Duration.ofMinutes(30);
        private double lifetimeJitter = 0.2;
        private Duration keepaliveInterval = Duration.ofMinutes(2);
        private Duration validateAfterIdle = Duration.ofMillis(500);
        private Duration validationInterval = Duration.ZERO;
        private Duration validationTimeout = Duration.ofSeconds(5);
        private Duration leakThreshold = Duration.ZERO;
        private List<PoolObserver> observers = List.of();
        private PoolListener listener = new PoolListener() {};
        private Ticker ticker;
        private TransactionContext transactions = NoTransactions.INSTANCE;

        private Builder(Ticker ticker) {
            this.ticker = ticker;
        }

        private Builder(Builder other) {
            name = other.name;
            maxSize = other.maxSize;
            minSize = other.minSize;
            maxCreating = other.maxCreating;
            maxWaiting = other.maxWaiting;
            acquireTimeout = other.acquireTimeout;
            connectTimeout = other.connectTimeout;
            closeTimeout = other.closeTimeout;
            idleTimeout = other.idleTimeout;
            maxLifetime = other.maxLifetime;
            lifetimeJitter = other.lifetimeJitter;
            keepaliveInterval = other.keepaliveInterval;
            validateAfterIdle = other.validateAfterIdle;
            validationInterval = other.validationInterval;
            validationTimeout = other.validationTimeout;
            leakThreshold = other.leakThreshold;
            observers = other.observers;
            listener = other.listener;
            ticker = other.ticker;
            transactions = other.transactions;
        }

        /** Sets the name of the pool; not blank. Default {@code pool}. */
        public Builder name(String value) {
            if (Objects.requireNonNull(value, "name is null; expected a name").isBlank()) {
                throw new IllegalArgumentException("name is blank; give the pool a unique name");
            }
            name = value;
            return this;
        }

        /**
         * Sets the most resources that may exist or be in creation: 1 to 1,000,000. Default 10.
         * Creations that are late and destructions that hang do not count.
         */
        public Builder maxSize(int value) {
            maxSize = inRange("maxSize", value, 1, 1_000_000);
            return this;
        }

        /** Sets how many resources to keep when idle: 0 to {@code maxSize}. Default 0. */
        public Builder minSize(int value) {
            minSize = inRange("minSize", value, 0, 1_000_000);
            return this;
        }

        /**
         * Sets how many resources may be in creation at once. Default 0: the pool decides, four or
         * as many more as serve the waiters in time.
         */
        public Builder maxCreating(int value) {
            maxCreating = inRange("maxCreating", value, 0, 1_000_000);
            return this;
        }

        /**
         * Sets how many threads and asynchronous requests may wait at once for leased resources: at
         * least 0. Those for which a resource can be created below {@code maxSize} do not count.
         * Default unlimited.
         */
        public Builder maxWaiting(int value) {
            maxWaiting = inRange("maxWaiting", value, 0, Integer.MAX_VALUE);
            return this;
        }

        /**
         * Sets how long acquire waits. Zero never waits for a release or a creation; an available
         * resource that must be validated then has the full {@code validationTimeout}. Default 30
         * s.
         */
        public Builder acquireTimeout(Duration value) {
            acquireTimeout = notNegative("acquireTimeout", value);
            return this;
        }

        /**
         * Sets the time after which an attempt to create a resource is given up; at least 1 ms.
         * Default 10 s.
         */
        public Builder connectTimeout(Duration value) {
            connectTimeout = atLeastOneMilli("connectTimeout", value);
            return this;
        }

        /**
         * Sets how long {@code close()} waits for leases, and how long destroying one resource may
         * take; at least 1 ms. Default 10 s.
         */
        public Builder closeTimeout(Duration value) {
            closeTimeout = atLeastOneMilli("closeTimeout", value);
            return this;
        }

        /**
         * Sets the idle time after which a resource above the minimum is discarded: at least 1 ms,
         * or zero for never. Default 10 min.
         */
        public Builder idleTimeout(Duration value) {
            idleTimeout = offOrAtLeastOneMilli("idleTimeout", value);
            return this;
        }

        /**
         * Sets the maximum age of a resource: at least 1 ms, or zero for unlimited. Default 30 min.
         */
        public Builder maxLifetime(Duration value) {
            maxLifetime = offOrAtLeastOneMilli("maxLifetime", value);
            return this;
        }

        /**
         * Sets the largest fraction by which a lifetime is shortened at random: 0 to 1. Default
         * 0.2.
         */
        public Builder lifetimeJitter(double value) {
            if (!(value >= 0 && value <= 1)) {
                throw new IllegalArgumentException(
                        "lifetimeJitter is " + value + "; expected a number from 0 to 1");
            }
            lifetimeJitter = value;
            return this;
        }

        /**
         * Sets the idle time after which a resource is validated in the background: at least 1 ms,
         * or zero for never. Default 2 min.
         */
        public Builder keepaliveInterval(Duration value) {
            keepaliveInterval = offOrAtLeastOneMilli("keepaliveInterval", value);
            return this;
        }

        /**
         * Sets the idle time after which a resource is validated on acquire; zero means on every
         * acquire. Default 500 ms.
         */
        public Builder validateAfterIdle(Duration value) {
            validateAfterIdle = notNegative("validateAfterIdle", value);
            return this;
        }

        /**
         * Sets the time after which a resource is validated on acquire although it is in use again
         * and again: at least 1 ms, or zero for never. Default zero. Ticks of up to 250 ms add to
         * it.
         */
        public Builder validationInterval(Duration value) {
            validationInterval = offOrAtLeastOneMilli("validationInterval", value);
            return this;
        }

        /**
         * Sets how long one validation may take, at least 1 ms; less if the caller of acquire has
         * less time left. Default 5 s.
         */
        public Builder validationTimeout(Duration value) {
            validationTimeout = atLeastOneMilli("validationTimeout", value);
            return this;
        }

        /**
         * Sets the lease time after which a leak is reported: at least 1 ms, or zero for never.
         * Default zero.
         */
        public Builder leakThreshold(Duration value) {
            leakThreshold = offOrAtLeastOneMilli("leakThreshold", value);
            return this;
        }

        /**
         * Sets the observers of the pool from its beginning. Default none.
         *
         * @see ResourcePool#observe
         */
        public Builder observers(List<PoolObserver> value) {
            observers = List.copyOf(value);
            return this;
        }

        /** Sets the listener of the pool's events. Default none. */
        public Builder listener(PoolListener value) {
            listener = Objects.requireNonNull(value, "listener is null; expected a listener");
            return this;
        }

        /**
         * Sets the source of time. Default: {@link System#nanoTime} and one timer thread for all
         * pools of the process.
         */
        public Builder ticker(Ticker value) {
            ticker = Objects.requireNonNull(value, "ticker is null; expected a ticker");
            return this;
        }

        /** Sets the pool's access to global transactions. Default none. */
        public Builder transactions(TransactionContext value) {
            transactions =
                    Objects.requireNonNull(
                            value,
                            "transactions is null; expected a TransactionContext, or"
                                    + " NoTransactions");
            return this;
        }

        /**
         * Returns the configuration; later changes of this builder do not affect it.
         *
         * @throws IllegalArgumentException if {@code minSize} is above {@code maxSize}
         */
        public PoolConfig build() {
            if (minSize > maxSize) {
                throw new IllegalArgumentException(
                        "minSize is "
                                + minSize
                                + " and maxSize is "
                                + maxSize
                                + "; minSize must be at most maxSize: lower minSize or raise"
                                + " maxSize");
            }
            return new PoolConfig(new Builder(this));
        }

        private static int inRange(String option, int value, int from, int to) {
            if (value < from || value > to) {
                String expected =
                        to == Integer.MAX_VALUE ? "at least " + from : "from " + from + " to " + to;
                throw new IllegalArgumentException(
                        option + " is " + value + "; expected a number " + expected);
            }
            return value;
        }

        private static void notNull(String option, Duration value) {
            Objects.requireNonNull(value, () -> option + " is null; expected a duration");
        }

        private static Duration notNegative(String option, Duration value) {
            notNull(option, value);
            if (value.isNegative() || value.compareTo(LONGEST) > 0) {
                throw new IllegalArgumentException(
                        option
                                + " is "
                                + value
                                + "; expected zero to "
                                + LONGEST.toDays()
                                + " days");
            }
            return value;
        }

        /** With limits below a millisecond the pool would be busy with nothing but its timers. */
        private static Duration atLeastOneMilli(String option, Duration value) {
            notNull(option, value);
            if (value.compareTo(SHORTEST) < 0 || value.compareTo(LONGEST) > 0) {
                throw new IllegalArgumentException(
                        option
                                + " is "
                                + value
                                + "; expected 1 ms to "
                                + LONGEST.toDays()
                                + " days");
            }
            return value;
        }

        private static Duration offOrAtLeastOneMilli(String option, Duration value) {
            notNull(option, value);
            if (!value.isZero()
                    && (value.compareTo(SHORTEST) < 0 || value.compareTo(LONGEST) > 0)) {
                throw new IllegalArgumentException(
                        option
                                + " is "
                                + value
                                + "; expected zero, or 1 ms to "
                                + LONGEST.toDays()
                                + " days");
            }
            return value;
        }
    }
}
