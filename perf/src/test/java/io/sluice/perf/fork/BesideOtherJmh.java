package io.sluice.perf.fork;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Lets JMH run beside another JMH, which it refuses by default: the figures are not used. */
public final class BesideOtherJmh implements BeforeAllCallback, AfterAllCallback {

    private static final String IGNORE_LOCK = "jmh.ignoreLock";

    @Override
    public void beforeAll(ExtensionContext context) {
        System.setProperty(IGNORE_LOCK, "true");
    }

    @Override
    public void afterAll(ExtensionContext context) {
        System.clearProperty(IGNORE_LOCK);
    }
}
