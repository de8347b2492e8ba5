package io.sluice.perf.study.safepoint;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The settings of this virtual machine, given or default, about stops and monitors. */
final class JvmFlags {

    /** The option that was removed in JDK 18. */
    static final String BIASED = "UseBiasedLocking";

    /** The options that the report shows, in this order. */
    static final List<String> SHOWN =
            List.of(
                    BIASED,
                    "LockingMode",
                    "UseCompactObjectHeaders",
                    "GuaranteedSafepointInterval",
                    "UseCountedLoopSafepoints",
                    "LoopStripMiningIter");

    /** The name for the collectors, which are no option. */
    static final String COLLECTORS = "collectors";

    private JvmFlags() {}

    /** Returns the value of an option, or nothing if this virtual machine has none of that name. */
    static Optional<String> value(String name) {
        HotSpotDiagnosticMXBean options =
                ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        if (options == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(options.getVMOption(name).getValue());
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Returns those options of the report that exist here, and the collectors. */
    static Map<String, String> shown() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put(
                COLLECTORS,
                ManagementFactory.getGarbageCollectorMXBeans().stream()
                        .map(GarbageCollectorMXBean::getName)
                        .collect(Collectors.joining(" + ")));
        for (String name : SHOWN) {
            value(name).ifPresent(value -> values.put(name, value));
        }
        return values;
    }
}
