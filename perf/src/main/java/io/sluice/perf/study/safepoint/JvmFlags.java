package io.sluice.perf.study.safepoint;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The settings of this virtual machine, given or default, about stops and monitors. */
final class JvmFlags {

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

    private JvmFlags() {}

    /** Returns the value of an option; empty if this virtual machine has none of that name. */
    static String value(String name) {
        try {
            return ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                    .getVMOption(name)
                    .getValue();
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    /** Returns what the report shows. */
    static Map<String, String> shown() {
        Map<String, String> values =
                SHOWN.stream().collect(Collectors.toMap(Function.identity(), JvmFlags::value));
        values.put(
                SHOWN.get(0),
                ManagementFactory.getGarbageCollectorMXBeans().stream()
                        .map(GarbageCollectorMXBean::getName)
                        .collect(Collectors.joining(" + ")));
        return values;
    }
}
