package io.sluice.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.sluice.pool.internal.base.SystemTicker;
import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.NoTransactions;
import io.sluice.pool.spi.Ticker;
import io.sluice.pool.spi.TransactionContext;
import java.time.Duration;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PoolConfigTest {

    private static final Duration NEGATIVE = Duration.ofSeconds(-1);
    private static final Duration LONGEST = Duration.ofDays(36_500);
    private static final Duration TOO_LONG = LONGEST.plusNanos(1);

    private interface DurationOption
            extends BiFunction<PoolConfig.Builder, Duration, PoolConfig.Builder> {}

    private interface NumberOption
            extends BiFunction<PoolConfig.Builder, Integer, PoolConfig.Builder> {}

    @Test
    void everyOptionHasItsDefault() {
        PoolConfig config = PoolConfig.builder().build();

        assertThat(config.name()).isEqualTo("pool");
        assertThat(config.maxSize()).isEqualTo(10);
        assertThat(config.minSize()).isZero();
        assertThat(config.maxCreating()).isZero();
        assertThat(config.maxWaiting()).isEqualTo(Integer.MAX_VALUE);
        assertThat(config.acquireTimeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(config.connectTimeout()).isEqualTo(Duration.ofSeconds(10));
        assertThat(config.closeTimeout()).isEqualTo(Duration.ofSeconds(10));
        assertThat(config.idleTimeout()).isEqualTo(Duration.ofMinutes(10));
        assertThat(config.maxLifetime()).isEqualTo(Duration.ofMinutes(30));
        assertThat(config.lifetimeJitter()).isEqualTo(0.2);
        assertThat(config.keepaliveInterval()).isEqualTo(Duration.ofMinutes(2));
        assertThat(config.validateAfterIdle()).isEqualTo(Duration.ofMillis(500));
        assertThat(config.validationInterval()).isZero();
        assertThat(config.validationTimeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(config.leakThreshold()).isZero();
        assertThat(config.listener()).isNotNull();
        assertThat(config.ticker()).isSameAs(SystemTicker.INSTANCE);
        assertThat(config.transactions()).isSameAs(NoTransactions.INSTANCE);
    }

    @Test
    void everyOptionComesBackAsItWasSet() {
        PoolListener listener = new PoolListener() {};
        Ticker ticker = new StoppedTicker();
        TransactionContext transactions = new Nobodys();

        PoolConfig config =
                PoolConfig.builder()
                        .name("orders")
                        .maxSize(20)
                        .minSize(2)
                        .maxCreating(3)
                        .maxWaiting(100)
                        .acquireTimeout(Duration.ofSeconds(1))
                        .connectTimeout(Duration.ofSeconds(2))
                        .closeTimeout(Duration.ofSeconds(3))
                        .idleTimeout(Duration.ofSeconds(4))
                        .maxLifetime(Duration.ofSeconds(5))
                        .lifetimeJitter(0.5)
                        .keepaliveInterval(Duration.ofSeconds(6))
                        .validateAfterIdle(Duration.ofSeconds(7))
                        .validationInterval(Duration.ofSeconds(10))
                        .validationTimeout(Duration.ofSeconds(9))
                        .leakThreshold(Duration.ofSeconds(8))
                        .listener(listener)
                        .ticker(ticker)
                        .transactions(transactions)
                        .build();

        assertThat(config.name()).isEqualTo("orders");
        assertThat(config.maxSize()).isEqualTo(20);
        assertThat(config.minSize()).isEqualTo(2);
        assertThat(config.maxCreating()).isEqualTo(3);
        assertThat(config.maxWaiting()).isEqualTo(100);
        assertThat(config.acquireTimeout()).isEqualTo(Duration.ofSeconds(1));
        assertThat(config.connectTimeout()).isEqualTo(Duration.ofSeconds(2));
        assertThat(config.closeTimeout()).isEqualTo(Duration.ofSeconds(3));
        assertThat(config.idleTimeout()).isEqualTo(Duration.ofSeconds(4));
        assertThat(config.maxLifetime()).isEqualTo(Duration.ofSeconds(5));
        assertThat(config.lifetimeJitter()).isEqualTo(0.5);
        assertThat(config.keepaliveInterval()).isEqualTo(Duration.ofSeconds(6));
        assertThat(config.validateAfterIdle()).isEqualTo(Duration.ofSeconds(7));
        assertThat(config.validationInterval()).isEqualTo(Duration.ofSeconds(10));
        assertThat(config.validationTimeout()).isEqualTo(Duration.ofSeconds(9));
        assertThat(config.leakThreshold()).isEqualTo(Duration.ofSeconds(8));
        assertThat(config.listener()).isSameAs(listener);
        assertThat(config.ticker()).isSameAs(ticker);
        assertThat(config.transactions()).isSameAs(transactions);
    }

    @Test
    void aBuiltConfigurationKeepsItsValuesWhenTheBuilderGoesOn() {
        PoolConfig.Builder builder = PoolConfig.builder().name("first").maxSize(5);
        PoolConfig first = builder.build();

        PoolConfig second =
                builder.name("second").maxSize(7).acquireTimeout(Duration.ofSeconds(1)).build();

        assertThat(first.name()).isEqualTo("first");
        assertThat(first.maxSize()).isEqualTo(5);
        assertThat(first.acquireTimeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(second.name()).isEqualTo("second");
        assertThat(second.maxSize()).isEqualTo(7);
    }

    @Test
    void textNamesThePoolAndItsSizes() {
        assertThat(PoolConfig.builder().name("orders").minSize(2).maxSize(8).build())
                .hasToString("PoolConfig[orders, minSize 2, maxSize 8]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t\n"})
    void aBlankNameIsRefused(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PoolConfig.builder().name(name))
                .withMessage("name is blank; give the pool a unique name");
    }

    static Stream<Arguments> numbersOutOfRange() {
        NumberOption maxSize = PoolConfig.Builder::maxSize;
        NumberOption minSize = PoolConfig.Builder::minSize;
        NumberOption maxCreating = PoolConfig.Builder::maxCreating;
        NumberOption maxWaiting = PoolConfig.Builder::maxWaiting;
        return Stream.of(
                Arguments.of(maxSize, 0, "maxSize is 0; expected a number from 1 to 1000000"),
                Arguments.of(
                        maxSize,
                        1_000_001,
                        "maxSize is 1000001; expected a number from 1 to 1000000"),
                Arguments.of(minSize, -1, "minSize is -1; expected a number from 0 to 1000000"),
                Arguments.of(
                        minSize,
                        1_000_001,
                        "minSize is 1000001; expected a number from 0 to 1000000"),
                Arguments.of(
                        maxCreating, -1, "maxCreating is -1; expected a number from 0 to 1000000"),
                Arguments.of(
                        maxCreating,
                        1_000_001,
                        "maxCreating is 1000001; expected a number from 0 to 1000000"),
                Arguments.of(maxWaiting, -1, "maxWaiting is -1; expected a number at least 0"));
    }

    @ParameterizedTest
    @MethodSource("numbersOutOfRange")
    void aNumberOutOfRangeIsRefused(NumberOption option, int value, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> option.apply(PoolConfig.builder(), value))
                .withMessage(message);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.01, 1.01, Double.NaN, Double.NEGATIVE_INFINITY})
    void aJitterThatIsNoPartIsRefused(double jitter) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PoolConfig.builder().lifetimeJitter(jitter))
                .withMessage("lifetimeJitter is " + jitter + "; expected a number from 0 to 1");
    }

    static Stream<Arguments> waits() {
        DurationOption acquireTimeout = PoolConfig.Builder::acquireTimeout;
        DurationOption validateAfterIdle = PoolConfig.Builder::validateAfterIdle;
        return Stream.of(
                Arguments.of("acquireTimeout", acquireTimeout),
                Arguments.of("validateAfterIdle", validateAfterIdle));
    }

    @ParameterizedTest
    @MethodSource("waits")
    void aTimeMayBeZeroButNotNegativeOrEndless(String name, DurationOption option) {
        assertAccepted(option, Duration.ZERO, Duration.ofNanos(1), LONGEST);
        assertRefused(name, option, NEGATIVE, "PT-1S; expected zero to 36500 days");
        assertRefused(name, option, TOO_LONG, "PT876000H0.000000001S; expected zero to 36500 days");
    }

    static Stream<Arguments> deadlines() {
        DurationOption idleTimeout = PoolConfig.Builder::idleTimeout;
        DurationOption maxLifetime = PoolConfig.Builder::maxLifetime;
        DurationOption keepaliveInterval = PoolConfig.Builder::keepaliveInterval;
        DurationOption validationInterval = PoolConfig.Builder::validationInterval;
        DurationOption leakThreshold = PoolConfig.Builder::leakThreshold;
        return Stream.of(
                Arguments.of("idleTimeout", idleTimeout),
                Arguments.of("maxLifetime", maxLifetime),
                Arguments.of("keepaliveInterval", keepaliveInterval),
                Arguments.of("validationInterval", validationInterval),
                Arguments.of("leakThreshold", leakThreshold));
    }

    @ParameterizedTest
    @MethodSource("deadlines")
    void aDeadlineIsOffOrAMillisecondAtLeast(String name, DurationOption option) {
        assertAccepted(option, Duration.ZERO, Duration.ofMillis(1), LONGEST);
        assertRefused(name, option, NEGATIVE, "PT-1S; expected zero, or 1 ms to 36500 days");
        assertRefused(
                name,
                option,
                Duration.ofNanos(999_999),
                "PT0.000999999S; expected zero, or 1 ms to 36500 days");
        assertRefused(
                name,
                option,
                TOO_LONG,
                "PT876000H0.000000001S; expected zero, or 1 ms to 36500 days");
    }

    static Stream<Arguments> limits() {
        DurationOption connectTimeout = PoolConfig.Builder::connectTimeout;
        DurationOption closeTimeout = PoolConfig.Builder::closeTimeout;
        return Stream.of(
                Arguments.of("connectTimeout", connectTimeout),
                Arguments.of("closeTimeout", closeTimeout));
    }

    @ParameterizedTest
    @MethodSource("limits")
    void aLimitIsAMillisecondAtLeast(String name, DurationOption option) {
        assertAccepted(option, Duration.ofMillis(1), LONGEST);
        assertRefused(name, option, Duration.ZERO, "PT0S; expected 1 ms to 36500 days");
        assertRefused(name, option, NEGATIVE, "PT-1S; expected 1 ms to 36500 days");
        assertRefused(
                name,
                option,
                Duration.ofNanos(999_999),
                "PT0.000999999S; expected 1 ms to 36500 days");
        assertRefused(name, option, TOO_LONG, "PT876000H0.000000001S; expected 1 ms to 36500 days");
    }

    private static void assertAccepted(DurationOption option, Duration... values) {
        for (Duration value : values) {
            option.apply(PoolConfig.builder(), value).build();
        }
    }

    private static void assertRefused(
            String name, DurationOption option, Duration value, String reason) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> option.apply(PoolConfig.builder(), value))
                .withMessage(name + " is " + reason);
    }

    @Test
    void aMinimumAboveTheMaximumIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PoolConfig.builder().minSize(6).maxSize(5).build())
                .withMessage(
                        "minSize is 6 and maxSize is 5; minSize must be at most maxSize:"
                                + " lower minSize or raise maxSize");
    }

    @Test
    void aMinimumEqualToTheMaximumIsAccepted() {
        assertThat(PoolConfig.builder().minSize(5).maxSize(5).build().minSize()).isEqualTo(5);
    }

    @Test
    void whatIsMissingIsNamed() {
        assertMissing("name", builder -> builder.name(null));
        assertMissing("acquireTimeout", builder -> builder.acquireTimeout(null));
        assertMissing("connectTimeout", builder -> builder.connectTimeout(null));
        assertMissing("closeTimeout", builder -> builder.closeTimeout(null));
        assertMissing("idleTimeout", builder -> builder.idleTimeout(null));
        assertMissing("maxLifetime", builder -> builder.maxLifetime(null));
        assertMissing("keepaliveInterval", builder -> builder.keepaliveInterval(null));
        assertMissing("validateAfterIdle", builder -> builder.validateAfterIdle(null));
        assertMissing("validationInterval", builder -> builder.validationInterval(null));
        assertMissing("validationTimeout", builder -> builder.validationTimeout(null));
        assertMissing("leakThreshold", builder -> builder.leakThreshold(null));
        assertMissing("listener", builder -> builder.listener(null));
        assertMissing("ticker", builder -> builder.ticker(null));
        assertMissing("transactions", builder -> builder.transactions(null));
    }

    private static void assertMissing(String option, Consumer<PoolConfig.Builder> setting) {
        assertThatNullPointerException()
                .isThrownBy(() -> setting.accept(PoolConfig.builder()))
                .withMessageStartingWith(option + " is null; expected ");
    }

    private static final class StoppedTicker implements Ticker {

        @Override
        public long nanos() {
            return 0;
        }

        @Override
        public Alarm schedule(Runnable task, long delayNanos) {
            return () -> {};
        }

        @Override
        public void park(Object blocker, long nanos) {}
    }

    /** Transactions that nobody is ever in. */
    private static final class Nobodys implements TransactionContext {

        @Override
        public Object current() {
            return null;
        }

        @Override
        public Object get(Object key) {
            return null;
        }

        @Override
        public void put(Object key, Object value) {
            throw new AssertionError("there is nothing to put it into");
        }

        @Override
        public Participant participant(Holder<?> holder, Completion completion) {
            throw new AssertionError("there is nothing to take part in");
        }
    }
}
