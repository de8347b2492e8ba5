package io.sluice.perf.fault;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

class FaultTest {

    @ParameterizedTest
    @EnumSource(Fault.class)
    void everyFaultIsInTheHelp(Fault fault) {
        String help = new CommandLine(new FaultsCommand()).getUsageMessage();

        assertThat(help.replaceAll("\\s+", " ")).contains(fault.toString());
    }

    @Test
    void namesAreWrittenWithHyphens() {
        assertThat(Fault.FROZEN_RESTARTED).hasToString("frozen-restarted");
    }
}
