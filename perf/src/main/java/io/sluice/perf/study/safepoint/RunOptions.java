package io.sluice.perf.study.safepoint;

import io.sluice.perf.command.CommonOptions;
import io.sluice.perf.command.PeerConverter;
import io.sluice.perf.command.UsageException;
import io.sluice.perf.peer.Peer;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that make {@code safepoints} write logs of its own. */
final class RunOptions {

    /** Bitronix, the ancestor, whose monitors biased locking is about, and Sluice. */
    private static final List<Peer> DEFAULT = List.of(Peer.SLUICE, Peer.BITRONIX);

    private static final String BIASED_FLAG = "-XX:+" + JvmFlags.BIASED;

    @Option(
            names = "--run",
            description = "Run a load on a stub, let the virtual machines log, and compare flags.")
    private boolean run;

    @Option(
            names = "--with",
            paramLabel = "FLAG",
            description =
                    "What to compare the virtual machine as it is with; may be given several times."
                            + " Default: -XX:+UseBiasedLocking, on a JDK that has it (up to 17).")
    private @Nullable List<String> with;

    @Option(
            names = "--pools",
            split = ",",
            paramLabel = "POOL",
            converter = PeerConverter.Applications.class,
            description =
                    "Through which pools, from: "
                            + PeerConverter.Applications.NAMES
                            + ". Default: sluice,bitronix.")
    private @Nullable List<Peer> pools;

    @Option(
            names = "--forks",
            paramLabel = "N",
            description = "Forks for each pool and flag. Default: 5; with --quick 1.")
    private @Nullable Integer forks;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "How many threads, on half as many connections. Default: 8.")
    private @Nullable Integer threads;

    @Option(
            names = "--time",
            paramLabel = "MS",
            description =
                    "How long a fork warms up, and then is measured, in milliseconds. Default: 3000;"
                            + " with --quick 700.")
    private @Nullable Integer time;

    @Option(
            names = "--jvm-arg",
            paramLabel = "FLAG",
            description =
                    "A flag for all forks besides the usual ones; may be given several times.")
    private @Nullable List<String> jvmFlags;

    /** Returns whether a load is to be run. */
    boolean run() {
        return run;
    }

    /** Refuses options that mean nothing without a load. */
    void checkUnused() {
        Map<String, Optional<?>> given = new LinkedHashMap<>();
        given.put("--with", Optional.ofNullable(with));
        given.put("--pools", Optional.ofNullable(pools));
        given.put("--forks", Optional.ofNullable(forks));
        given.put("--threads", Optional.ofNullable(threads));
        given.put("--time", Optional.ofNullable(time));
        given.put("--jvm-arg", Optional.ofNullable(jvmFlags));
        given.forEach(
                (name, value) -> {
                    if (value.isPresent()) {
                        throw new UsageException(name + " needs --run");
                    }
                });
    }

    /** Returns the requested plan, as far as this virtual machine supports it. */
    StopPlan plan(CommonOptions common) {
        boolean biased = JvmFlags.value(JvmFlags.BIASED).isPresent();
        if (with != null && with.contains(BIASED_FLAG) && !biased) {
            throw new UsageException(
                    "--with=" + BIASED_FLAG + ": biased locking: " + noBiasedLocking());
        }
        return new StopPlan(
                List.copyOf(EnumSet.copyOf(Objects.requireNonNullElse(pools, DEFAULT))),
                Variant.compared(with != null ? with : biased ? List.of(BIASED_FLAG) : List.of()),
                common.atLeastOne("--forks", forks, 1, 5),
                common.atLeastOne("--threads", threads, 8, 8),
                common.atLeastOne("--time", time, 700, 3000),
                Objects.requireNonNullElse(jvmFlags, List.of()));
    }

    /** Returns a note about the comparison that this virtual machine cannot make, if any. */
    Optional<String> missing() {
        return with == null && JvmFlags.value(JvmFlags.BIASED).isEmpty()
                ? Optional.of(noBiasedLocking())
                : Optional.empty();
    }

    private static String noBiasedLocking() {
        return "JDK "
                + Runtime.version().feature()
                + " has none, it was removed in 18; with JAVA_HOME=<a JDK 17> it is compared";
    }
}
