package io.sluice.perf.study.safepoint;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.sluice.perf.fork.ForkedJvm;
import io.sluice.perf.fork.Load;
import io.sluice.perf.peer.OpenPeer;
import io.sluice.perf.peer.Peer;
import io.sluice.perf.stub.StubDriver;
import io.sluice.perf.wrappers.StatementWork;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The load: threads that run statements through a pool.
 *
 * @param peer the contestant
 * @param threads how many threads
 * @param connections how many connections
 * @param millis how long it warms up, and then is measured, in milliseconds
 */
record StopFork(Peer peer, int threads, int connections, int millis) implements ForkedJvm.Order {

    /** The option that was removed in JDK 18. */
    static final String BIASED = "UseBiasedLocking";

    /** What the report shows, in this order: the collectors, which are no option, and options. */
    static final List<String> SHOWN =
            List.of(
                    "collectors",
                    BIASED,
                    "LockingMode",
                    "UseCompactObjectHeaders",
                    "GuaranteedSafepointInterval",
                    "UseCountedLoopSafepoints",
                    "LoopStripMiningIter");

    /** Runs the load, and returns its rate and the flags in effect. */
    @Override
    public Map<String, Object> measure() throws Exception {
        try (OpenPeer open = peer.openFilled(StubDriver.URL, connections)) {
            Load load =
                    Load.of(
                            threads,
                            millis,
                            millis,
                            () -> {
                                StatementWork work = new StatementWork(open.sourceForClient());
                                return () -> work.run(1);
                            });
            return Map.of("leasesPerSecond", load.perSecond(), "flags", flags());
        }
    }

    /** Returns the value of an option; empty if this virtual machine has none of that name. */
    static String flag(String name) {
        try {
            return ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                    .getVMOption(name)
                    .getValue();
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    /** Returns the flags that the report shows. */
    static Map<String, String> flags() {
        Map<String, String> values =
                SHOWN.stream().collect(Collectors.toMap(Function.identity(), StopFork::flag));
        values.put(
                SHOWN.get(0),
                ManagementFactory.getGarbageCollectorMXBeans().stream()
                        .map(GarbageCollectorMXBean::getName)
                        .collect(Collectors.joining(" + ")));
        return values;
    }
}
