package io.sluice.perf.fork;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ForkedJvmTest {

    @Test
    void collectorIsOursUnlessAnotherIsNamed() {
        assertThat(ForkedJvm.telling(List.of("-Xss1m")))
                .containsExactly("-Xms1g", "-Xmx1g", "-XX:+UseG1GC", "-Xss1m");
        assertThat(ForkedJvm.telling(List.of("-XX:+UseZGC")))
                .containsExactly("-Xms1g", "-Xmx1g", "-XX:+UseZGC");
        assertThat(ForkedJvm.telling(List.of("-XX:-UseZGC"))).contains("-XX:+UseG1GC");
    }
}
