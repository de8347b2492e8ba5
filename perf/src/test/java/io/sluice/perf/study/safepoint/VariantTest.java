package io.sluice.perf.study.safepoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class VariantTest {

    @Test
    void eachFlagIsComparedWithNone() {
        assertThat(Variant.compared(List.of("-XX:+UseZGC", "-Xint", "-XX:+UseZGC")))
                .extracting(Variant::toString)
                .containsExactly("default", "+UseZGC", "-Xint");
    }

    @Test
    void fileNameTellsTheFlagAndNoFolder() {
        assertThat(new Variant(List.of("-XX:+UseZGC")).fileName()).isEqualTo("+UseZGC");
        assertThat(new Variant(List.of("-Xlog:gc,a:file=/x y")).fileName())
                .isEqualTo("-Xlog_gc_a_file=_x_y");
    }
}
