package io.sluice.perf.fork;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Lets JMH run though it is not alone on its machine, as it wants to be: nobody reads figures. */
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
