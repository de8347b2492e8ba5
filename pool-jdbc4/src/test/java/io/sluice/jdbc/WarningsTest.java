package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Properties;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings that are allowed but hardly meant, and settings that are fine. */
class WarningsTest {

    private static JdbcPoolConfig with(UnaryOperator<JdbcPoolConfig.Builder> settings) {
        return settings.apply(JdbcPoolConfig.builder().url("jdbc:h2:mem:x")).build();
    }

    private static void warned(UnaryOperator<JdbcPoolConfig.Builder> settings, String expected) {
        assertThat(with(settings).warnings()).containsExactly(expected);
    }

    private static void silent(UnaryOperator<JdbcPoolConfig.Builder> settings) {
        assertThat(with(settings).warnings()).isEmpty();
    }

    @Test
    void defaultsAreNothingToWarnOf() {
        silent(settings -> settings);
        silent(settings -> settings.minSize(10));
        silent(settings -> settings.maxSize(1));
        silent(settings -> settings.maxLifetime(Duration.ofMinutes(1)));
        silent(settings -> settings.maxLifetime(Duration.ZERO));
        silent(settings -> settings.idleTimeout(Duration.ofMillis(100)));
    }

    @ParameterizedTest
    @CsvSource({"acquireTimeout, 30", "keepaliveInterval, 1", "maxLifetime, 1800"})
    void aNumberWithoutAUnitThatMayBeMeantAsSecondsIsReported(String key, String number) {
        assertThat(read(key, number).warnings())
                .contains(
                        "%1$s=%2$s has no unit and means milliseconds; write %2$sms, or %2$ss if seconds are meant"
                                .formatted(key, number));
    }

    @ParameterizedTest
    @ValueSource(strings = {"30000", "0", "30s", "250ms", "PT0.03S"})
    void anUnambiguousTimeIsNoWarning(String value) {
        assertThat(read("acquireTimeout", value).warnings()).isEmpty();
    }

    private static JdbcPoolConfig read(String key, String value) {
        Properties properties = new Properties();
        properties.setProperty("url", "jdbc:h2:mem:x");
        properties.setProperty(key, value);
        return JdbcPoolConfig.load(properties);
    }

    @Test
    void anIdleTimeoutThatNeverHappensIsReported() {
        warned(
                settings -> settings.minSize(10).idleTimeout(Duration.ofMinutes(1)),
                "idleTimeout has no effect: minSize and maxSize are both 10, so every connection is kept;"
                        + " lower minSize, or remove idleTimeout");
        warned(
                settings -> settings.idleTimeout(Duration.ofHours(1)),
                "idleTimeout 1h has no effect: maxLifetime 30m ends each connection earlier;"
                        + " lower idleTimeout, or raise maxLifetime");
        silent(settings -> settings.minSize(10).idleTimeout(Duration.ZERO));
        silent(settings -> settings.minSize(9).idleTimeout(Duration.ofMinutes(1)));
    }

    @Test
    void aValidationThatNeverHappensIsReported() {
        warned(
                settings ->
                        settings.idleTimeout(Duration.ofMinutes(1))
                                .validateAfterIdle(Duration.ofMinutes(1)),
                "validateAfterIdle 1m has no effect: idleTimeout 1m closes each connection"
                        + " earlier; lower validateAfterIdle to detect dead connections");
        silent(
                settings ->
                        settings.minSize(1)
                                .idleTimeout(Duration.ofMinutes(1))
                                .validateAfterIdle(Duration.ofMinutes(2)));
        silent(
                settings ->
                        settings.idleTimeout(Duration.ZERO)
                                .validateAfterIdle(Duration.ofMinutes(2)));
    }

    @Test
    void aKeepaliveThatReachesFewConnectionsIsReported() {
        warned(
                settings -> settings.keepaliveInterval(Duration.ofMinutes(10)),
                "keepaliveInterval 10m has no effect: idleTimeout 10m closes each connection"
                        + " earlier; lower keepaliveInterval, or raise idleTimeout or minSize");
        warned(
                settings -> settings.minSize(1).keepaliveInterval(Duration.ofMinutes(25)),
                "keepaliveInterval 25m reaches only some connections: maxLifetime 30m minus"
                        + " lifetimeJitter can be as short as 24m; lower keepaliveInterval");
        silent(settings -> settings.minSize(1).keepaliveInterval(Duration.ofMinutes(24)));
        silent(settings -> settings.keepaliveInterval(Duration.ZERO));
    }

    @Test
    void aJitterWithoutALifetimeIsReported() {
        warned(
                settings -> settings.maxLifetime(Duration.ZERO).lifetimeJitter(0.5),
                "lifetimeJitter has no effect: maxLifetime is off; set maxLifetime, or remove"
                        + " lifetimeJitter");
    }

    @Test
    void aValidationThatUsesUpTheAcquireTimeoutIsReported() {
        warned(
                settings ->
                        settings.acquireTimeout(Duration.ofSeconds(2))
                                .validationTimeout(Duration.ofSeconds(5)),
                "validationTimeout 5s is longer than acquireTimeout 2s: one unresponsive"
                        + " connection can use up the time-out of a caller; lower"
                        + " validationTimeout");
        silent(settings -> settings.validationTimeout(Duration.ofSeconds(30)));
        silent(
                settings ->
                        settings.acquireTimeout(Duration.ZERO)
                                .validationTimeout(Duration.ofSeconds(5)));
    }

    @Test
    void aDefaultThatTheTimeOfTheCallerCutsShortIsNotReported() {
        silent(settings -> settings.acquireTimeout(Duration.ofSeconds(2)));
    }

    @Test
    void moreCreatorsThanConnectionsIsReported() {
        warned(
                settings -> settings.maxSize(3).maxCreating(4),
                "maxCreating 4 has no effect beyond maxSize 3; lower maxCreating");
    }

    @Test
    void twoUsersForOneConnectionAreSaid() {
        warned(
                settings -> settings.url("jdbc:h2:mem:x;USER=sa").username("app"),
                "url contains a user or a password, and the driver decides which takes"
                        + " precedence; remove it from url");
        silent(settings -> settings.url("jdbc:h2:mem:x;USER=sa"));
    }
}
