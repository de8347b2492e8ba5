package io.sluice.pool;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.Extension;

/**
 * How the tests of this module wait for a condition: each looks at it on its own thread, since
 * pools tell threads apart; a hundred times at once, then each millisecond.
 *
 * <p>JUnit finds this by itself, by {@code META-INF/services}.
 */
public final class AwaitilityDefaults implements Extension {

    private static final Duration PAUSE = Duration.ofMillis(1);

    public AwaitilityDefaults() {
        Awaitility.pollInSameThread();
        Awaitility.setDefaultPollDelay(Duration.ZERO);
        Awaitility.setDefaultPollInterval((looks, last) -> looks < 100 ? Duration.ZERO : PAUSE);
        // Much longer than anything takes that comes at all.
        Awaitility.setDefaultTimeout(Duration.ofSeconds(Long.getLong("sluice.await.seconds", 60)));
        Awaitility.doNotCatchUncaughtExceptionsByDefault(); // many are thrown on purpose
    }
}
