package io.sluice.jdbc.internal.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.jdbc.JdbcOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OtherPoolsTest {

    private static final List<String> KEYS =
            Arrays.stream(JdbcOption.values()).map(JdbcOption::key).toList();

    @Test
    void whatStandsForAnOptionOfAnotherPoolIsAnOption() {
        assertThat(OtherPools.all())
                .isNotEmpty()
                .allSatisfy(
                        entry -> {
                            if (entry.here() == null) {
                                assertThat(entry.reason()).isNotEmpty();
                            } else {
                                assertThat(entry.here()).isIn(withVendors());
                            }
                        });
    }

    private static List<String> withVendors() {
        return Stream.concat(KEYS.stream(), Stream.of("dataSource.*")).toList();
    }

    @Test
    void noOptionIsTakenForOneOfAnotherPool() {
        assertThat(KEYS).allSatisfy(key -> assertThat(OtherPools.find(key)).isNull());
    }
}
