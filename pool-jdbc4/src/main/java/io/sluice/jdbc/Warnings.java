package io.sluice.jdbc;

import static io.sluice.jdbc.JdbcOption.IDLE_TIMEOUT;
import static io.sluice.jdbc.JdbcOption.KEEPALIVE_INTERVAL;
import static io.sluice.jdbc.JdbcOption.LIFETIME_JITTER;
import static io.sluice.jdbc.JdbcOption.MAX_CREATING;
import static io.sluice.jdbc.JdbcOption.VALIDATE_AFTER_IDLE;
import static io.sluice.jdbc.JdbcOption.VALIDATION_TIMEOUT;

import io.sluice.jdbc.internal.config.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * The warnings about options that work together, but hardly as intended. A default that another
 * option makes pointless gives no warning.
 */
final class Warnings {

    private static final Pattern LOGIN_IN_URL =
            Pattern.compile("[?&;](user|password)=", Pattern.CASE_INSENSITIVE);

    private final JdbcPoolConfig config;
    private final List<String> all = new ArrayList<>();

    private Warnings(JdbcPoolConfig config) {
        this.config = config;
    }

    static List<String> about(JdbcPoolConfig config) {
        Warnings warnings = new Warnings(config);
        warnings.ofUnits();
        warnings.ofIdleness();
        warnings.ofLifetime();
        warnings.ofWaiting();
        warnings.ofCredentials();
        return List.copyOf(warnings.all);
    }

    /**
     * Warns of bare numbers that are no whole seconds: other pools take some durations in seconds.
     */
    private void ofUnits() {
        for (JdbcOption option : JdbcOption.values()) {
            if (config.isBare(option)) {
                long millis = ((Duration) Objects.requireNonNull(config.value(option))).toMillis();
                if (millis % 1000 != 0) {
                    warn(
                            "%s=%d has no unit and means milliseconds; write %dms, or %ds if"
                                    + " seconds are meant",
                            option.key(), millis, millis, millis);
                }
            }
        }
    }

    private void ofIdleness() {
        Duration idle = config.idleTimeout();
        if (config.isSet(IDLE_TIMEOUT) && isOn(idle) && config.minSize() == config.maxSize()) {
            warn(
                    "idleTimeout has no effect: minSize and maxSize are"
                            + " both %d, so every connection is kept; lower minSize,"
                            + " or remove idleTimeout",
                    config.maxSize());
            return;
        }
        if (config.isSet(IDLE_TIMEOUT) && isOn(idle) && reaches(idle, config.maxLifetime())) {
            warn(
                    "idleTimeout %s has no effect: maxLifetime %s ends a"
                            + " connection before; lower idleTimeout, or raise"
                            + " maxLifetime",
                    text(idle), text(config.maxLifetime()));
        }
        if (config.minSize() > 0) {
            return; // connections that are kept may be idle for any time
        }
        Duration after = config.validateAfterIdle();
        if (config.isSet(VALIDATE_AFTER_IDLE) && reaches(after, idle)) {
            warn(
                    "validateAfterIdle %s has no effect: idleTimeout %s"
                            + " closes a connection before; lower validateAfterIdle to"
                            + " find dead connections",
                    text(after), text(idle));
        }
        Duration keepalive = config.keepaliveInterval();
        if (config.isSet(KEEPALIVE_INTERVAL) && isOn(keepalive) && reaches(keepalive, idle)) {
            warn(
                    "keepaliveInterval %s has no effect: idleTimeout %s"
                            + " closes a connection before; lower keepaliveInterval,"
                            + " or raise idleTimeout or minSize",
                    text(keepalive), text(idle));
        }
    }

    private void ofLifetime() {
        Duration lifetime = config.maxLifetime();
        if (!isOn(lifetime)) {
            if (config.isSet(LIFETIME_JITTER)) {
                warn(
                        "lifetimeJitter has no effect: maxLifetime is off;"
                                + " set maxLifetime, or remove lifetimeJitter");
            }
            return;
        }
        Duration shortest =
                Duration.ofMillis((long) (lifetime.toMillis() * (1 - config.lifetimeJitter())));
        Duration keepalive = config.keepaliveInterval();
        if (config.isSet(KEEPALIVE_INTERVAL)
                && isOn(keepalive)
                && keepalive.compareTo(shortest) > 0) {
            warn(
                    "keepaliveInterval %s reaches only some connections:"
                            + " maxLifetime %s less lifetimeJitter may be %s; lower"
                            + " keepaliveInterval",
                    text(keepalive), text(lifetime), text(shortest));
        }
    }

    private void ofWaiting() {
        Duration acquire = config.acquireTimeout();
        Duration validation = config.validationTimeout();
        if (config.isSet(VALIDATION_TIMEOUT)
                && isOn(acquire)
                && validation.compareTo(acquire) > 0) {
            warn(
                    "validationTimeout %s is longer than acquireTimeout %s:"
                            + " one connection that does not answer costs a caller all"
                            + " the time there is; lower validationTimeout",
                    text(validation), text(acquire));
        }
        if (config.isSet(MAX_CREATING) && config.maxCreating() > config.maxSize()) {
            warn(
                    "maxCreating %d has no effect beyond maxSize %d; lower maxCreating",
                    config.maxCreating(), config.maxSize());
        }
    }

    private void ofCredentials() {
        String url = config.url();
        boolean own =
                config.username() != null
                        || config.password() != null
                        || config.credentialsProvider() != null;
        if (own && url != null && LOGIN_IN_URL.matcher(url).find()) {
            warn(
                    "url has a user or a password of its own, and the"
                            + " driver decides which of them counts; remove it from"
                            + " the url");
        }
    }

    private void warn(String format, Object... values) {
        all.add(format.formatted(values));
    }

    private static boolean isOn(Duration time) {
        return !time.isZero();
    }

    /** Returns whether a duration reaches a limit that is not off. */
    private static boolean reaches(Duration time, Duration limit) {
        return isOn(limit) && time.compareTo(limit) >= 0;
    }

    private static String text(Duration time) {
        return Durations.format(time);
    }
}
