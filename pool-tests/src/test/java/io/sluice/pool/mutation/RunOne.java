package io.sluice.pool.mutation;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.io.PrintWriter;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * Runs one test, or one class of tests. Ends with 0 when all is green, with 1 when something is
 * red, with 2 when there was nothing.
 */
public final class RunOne {

    private RunOne() {}

    public static void main(String[] arguments) {
        String test = arguments[0];
        DiscoverySelector selector = test.contains("#") ? selectMethod(test) : selectClass(test);
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request().selectors(selector).build(),
                        listener);
        TestExecutionSummary summary = listener.getSummary();
        summary.printFailuresTo(new PrintWriter(System.out, true));
        if (summary.getTestsFoundCount() == 0) {
            System.exit(2);
        }
        System.exit(summary.getTotalFailureCount() == 0 ? 0 : 1);
    }
}
