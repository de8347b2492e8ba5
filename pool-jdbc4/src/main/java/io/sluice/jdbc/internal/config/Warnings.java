package io.sluice.jdbc.internal.config;

import static io.sluice.jdbc.JdbcOption.ACQUIRE_TIMEOUT;
import static io.sluice.jdbc.JdbcOption.CREDENTIALS_PROVIDER;
import static io.sluice.jdbc.JdbcOption.IDLE_TIMEOUT;
import static io.sluice.jdbc.JdbcOption.KEEPALIVE_INTERVAL;
import static io.sluice.jdbc.JdbcOption.LIFETIME_JITTER;
import static io.sluice.jdbc.JdbcOption.MAX_CREATING;
import static io.sluice.jdbc.JdbcOption.MAX_LIFETIME;
import static io.sluice.jdbc.JdbcOption.MAX_SIZE;
import static io.sluice.jdbc.JdbcOption.MIN_SIZE;
import static io.sluice.jdbc.JdbcOption.PASSWORD;
import static io.sluice.jdbc.JdbcOption.URL;
import static io.sluice.jdbc.JdbcOption.USERNAME;
import static io.sluice.jdbc.JdbcOption.VALIDATE_AFTER_IDLE;
import static io.sluice.jdbc.JdbcOption.VALIDATION_TIMEOUT;

import io.sluice.jdbc.JdbcOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * The warnings about options that work together, but hardly as intended. A default that another
 * option makes pointless gives no warning.
 */
public final class Warnings {

    private static final Pattern LOGIN_IN_URL =
            Pattern.compile("[?&;](user|password)=", Pattern.CASE_INSENSITIVE);

    private final OptionValues values;
    private final List<String> all = new ArrayList<>();

    private Warnings(OptionValues values) {
        this.values = values;
    }

    /** Returns the warnings, one sentence each. */
    public static List<String> about(OptionValues values) {
        Warnings warnings = new Warnings(values);
        warnings.all.addAll(values.warnings());
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
            if (values.isBare(option)) {
                long millis = ((Duration) Objects.requireNonNull(values.get(option))).toMillis();
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
        Duration idle = values.time(IDLE_TIMEOUT);
        if (values.isSet(IDLE_TIMEOUT)
                && isOn(idle)
                && values.number(MIN_SIZE) == values.number(MAX_SIZE)) {
            warn(
                    "idleTimeout has no effect: minSize and maxSize are"
                            + " both %d, so every connection is kept; lower minSize,"
                            + " or remove idleTimeout",
                    values.number(MAX_SIZE));
            return;
        }
        if (values.isSet(IDLE_TIMEOUT) && isOn(idle) && reaches(idle, values.time(MAX_LIFETIME))) {
            warn(
                    "idleTimeout %s has no effect: maxLifetime %s ends each connection"
                            + " earlier; lower idleTimeout, or raise maxLifetime",
                    text(idle), text(values.time(MAX_LIFETIME)));
        }
        if (values.number(MIN_SIZE) > 0) {
            return; // connections that are kept may be idle for any time
        }
        Duration after = values.time(VALIDATE_AFTER_IDLE);
        if (values.isSet(VALIDATE_AFTER_IDLE) && reaches(after, idle)) {
            warn(
                    "validateAfterIdle %s has no effect: idleTimeout %s"
                            + " closes each connection earlier; lower validateAfterIdle to"
                            + " detect dead connections",
                    text(after), text(idle));
        }
        Duration keepalive = values.time(KEEPALIVE_INTERVAL);
        if (values.isSet(KEEPALIVE_INTERVAL) && isOn(keepalive) && reaches(keepalive, idle)) {
            warn(
                    "keepaliveInterval %s has no effect: idleTimeout %s"
                            + " closes each connection earlier; lower keepaliveInterval, or"
                            + " raise idleTimeout or minSize",
                    text(keepalive), text(idle));
        }
    }

    private void ofLifetime() {
        Duration lifetime = values.time(MAX_LIFETIME);
        if (!isOn(lifetime)) {
            if (values.isSet(LIFETIME_JITTER)) {
                warn(
                        "lifetimeJitter has no effect: maxLifetime is off;"
                                + " set maxLifetime, or remove lifetimeJitter");
            }
            return;
        }
        Duration shortest =
                Duration.ofMillis(
                        (long)
                                (lifetime.toMillis()
                                        * (1 - values.require(LIFETIME_JITTER, Double.class))));
        Duration keepalive = values.time(KEEPALIVE_INTERVAL);
        if (values.isSet(KEEPALIVE_INTERVAL)
                && isOn(keepalive)
                && keepalive.compareTo(shortest) > 0) {
            warn(
                    "keepaliveInterval %s reaches only some connections:"
                            + " maxLifetime %s minus lifetimeJitter can be as short as %s; lower"
                            + " keepaliveInterval",
                    text(keepalive), text(lifetime), text(shortest));
        }
    }

    private void ofWaiting() {
        Duration acquire = values.time(ACQUIRE_TIMEOUT);
        Duration validation = values.time(VALIDATION_TIMEOUT);
        if (values.isSet(VALIDATION_TIMEOUT)
                && isOn(acquire)
                && validation.compareTo(acquire) > 0) {
            warn(
                    "validationTimeout %s is longer than acquireTimeout %s: one unresponsive"
                            + " connection can use up the time-out of a caller; lower"
                            + " validationTimeout",
                    text(validation), text(acquire));
        }
        if (values.isSet(MAX_CREATING) && values.number(MAX_CREATING) > values.number(MAX_SIZE)) {
            warn(
                    "maxCreating %d has no effect beyond maxSize %d; lower maxCreating",
                    values.number(MAX_CREATING), values.number(MAX_SIZE));
        }
    }

    private void ofCredentials() {
        String url = values.text(URL);
        boolean own =
                values.has(USERNAME) || values.has(PASSWORD) || values.has(CREDENTIALS_PROVIDER);
        if (own && url != null && LOGIN_IN_URL.matcher(url).find()) {
            warn(
                    "url contains a user or a password, and the driver decides which takes"
                            + " precedence; remove it from url");
        }
    }

    private void warn(String format, Object... arguments) {
        all.add(format.formatted(arguments));
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
