package io.sluice.jdbc.internal.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.jdbc.JdbcOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OtherPoolsTest {

    private static final List<String> KEYS =
            Arrays.stream(JdbcOption.values()).map(JdbcOption::key).toList();

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void whatStandsForAnOptionOfAnotherPoolIsAnOption(Dialect dialect) {
        assertThat(dialect.options())
                .isNotEmpty()
                .allSatisfy(
                        option -> {
                            if (option.kind() == OtherOption.Kind.TRANSLATED) {
                                assertThat(option.here()).isIn(KEYS);
                            } else {
                                assertThat(option.advice()).isNotEmpty();
                            }
                        });
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void noPoolHasANameTwice(Dialect dialect) {
        assertThat(lines(dialect)).hasSameSizeAs(dialect.options());
    }

    private static List<String> lines(Dialect dialect) {
        String table =
                switch (dialect) {
                    case HIKARICP -> HikariCpOptions.TABLE;
                    case AGROAL -> AgroalOptions.TABLE;
                    case DBCP2 -> Dbcp2Options.TABLE;
                    case TOMCAT -> TomcatOptions.TABLE;
                    case C3P0 -> C3p0Options.TABLE;
                    case DRUID -> DruidOptions.TABLE;
                    case BITRONIX -> BitronixOptions.TABLE;
                };
        return table.lines().toList();
    }

    /** A hint ignores case, and Tomcat JDBC has initSQL. */
    @Test
    void noOptionIsTakenForAnotherOfAnotherPool() {
        assertThat(KEYS)
                .allSatisfy(
                        key -> {
                            OtherPools.Hint hint = OtherPools.hint(key);
                            assertThat(hint == null ? key : hint.option().here()).isEqualTo(key);
                        });
    }

    @Test
    void noOptionIsCalledAsTheKeyThatNamesTheDialect() {
        assertThat(KEYS).doesNotContain(Dialect.KEY);
        assertThat(Dialect.values())
                .allSatisfy(dialect -> assertThat(dialect.find(Dialect.KEY)).isNull());
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void theGuideHasTheTable(Dialect dialect) throws Exception {
        assertThat(MigrationTable.onPage(dialect))
                .as("the table of docs/migrating.md; MigrationTable prints it")
                .isEqualTo(MigrationTable.lines(dialect));
    }

    @Test
    void everyPoolCanBeNamed() {
        assertThat(Stream.of(Dialect.values()))
                .allSatisfy(
                        dialect -> assertThat(Dialect.withKey(dialect.key())).isSameAs(dialect));
    }
}
