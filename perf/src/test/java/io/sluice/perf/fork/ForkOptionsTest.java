package io.sluice.perf.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.sluice.perf.command.CommonOptions;
import io.sluice.perf.command.UsageException;
import io.sluice.perf.peer.Peer;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class ForkOptionsTest {

    /** As much of a command as reads these options. */
    @Command(name = "told")
    static final class Told {

        @Mixin private final CommonOptions common = new CommonOptions();

        @Mixin private final ForkOptions forks = new ForkOptions();
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "none",
            value = {
                "none, 6, 3, 1000",
                "--quick, 1, 1, 300",
                "--warmup=4, 4, 3, 1000",
                "--quick --warmup=4, 4, 1, 300"
            })
    void warmUpIsLongEnoughForTheCompilerUnlessToldOtherwise(
            String options, int warmups, int counted, int millis) {
        Told told = new Told();
        new CommandLine(told).parseArgs(options == null ? new String[0] : options.split(" "));

        ForkPlan plan = told.forks.plan(told.common, List.of(Row.ONE), List.of(Peer.SLUICE));

        assertThat(plan.iterations())
                .isEqualTo(new Iterations(warmups, counted, Duration.ofMillis(millis)));
    }

    @Test
    void virtualThreadsAreRefusedWhereThereAreNone() {
        Told told = new Told();
        new CommandLine(told)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .parseArgs("--thread-kind=virtual");
        ThrowingCallable plan =
                () -> told.forks.plan(told.common, List.of(Row.ONE), List.of(Peer.SLUICE));

        if (Runtime.version().feature() < 21) {
            assertThatExceptionOfType(UsageException.class)
                    .isThrownBy(plan)
                    .withMessageContaining("needs a JDK 21 or newer");
        } else {
            assertThatNoException().isThrownBy(plan);
        }
    }
}
