package io.sluice.pool.mutation;

import static org.junit.platform.commons.support.HierarchyTraversalMode.TOP_DOWN;
import static org.junit.platform.commons.support.ReflectionSupport.findMethods;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.io.PrintWriter;
import java.util.List;
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

    public static void main(String[] arguments) throws ClassNotFoundException {
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectors(arguments[0]))
                                .build(),
                        listener);
        TestExecutionSummary summary = listener.getSummary();
        summary.printFailuresTo(new PrintWriter(System.out, true));
        if (summary.getTestsFoundCount() == 0) {
            System.exit(2);
        }
        System.exit(summary.getTotalFailureCount() == 0 ? 0 : 1);
    }

    /** A method is found by its name alone: one with parameters has a test for each set of them. */
    private static List<? extends DiscoverySelector> selectors(String test)
            throws ClassNotFoundException {
        int hash = test.indexOf('#');
        if (hash < 0) {
            return List.of(selectClass(test));
        }
        Class<?> type = Class.forName(test.substring(0, hash));
        String name = test.substring(hash + 1);
        return findMethods(type, method -> method.getName().equals(name), TOP_DOWN).stream()
                .map(method -> selectMethod(type, method))
                .toList();
    }
}
