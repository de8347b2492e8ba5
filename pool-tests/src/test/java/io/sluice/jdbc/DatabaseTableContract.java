package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.jdbc.DatabaseChecks.Check;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each cell of a table in {@code docs/databases.md}: what is seen on the database is what the cell
 * says.
 */
@Timeout(120)
@Tag("once")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class DatabaseTableContract {

    private static final Path PAGE = Path.of("..", "docs", "databases.md");

    private final String corner;
    private final List<Database> columns;
    private final Map<String, Check> rows;

    /** The cells of the page, by row and without its head. */
    private final Map<String, List<String>> cells = new LinkedHashMap<>();

    /**
     * A table of the page.
     *
     * @param corner its first cell
     * @param rows by the first column, in its order
     */
    DatabaseTableContract(String corner, List<Database> columns, Map<String, Check> rows) {
        this.corner = corner;
        this.columns = columns;
        this.rows = rows;
    }

    @BeforeAll
    void read() throws IOException {
        boolean inTable = false;
        for (String line : Files.readAllLines(PAGE)) {
            inTable = line.startsWith("| " + corner + " |") || inTable && line.startsWith("|");
            if (inTable) {
                List<String> row =
                        Arrays.stream(line.substring(1, line.length() - 1).split("\\|", -1))
                                .map(String::strip)
                                .toList();
                cells.put(row.get(0), row.subList(1, row.size()));
            }
        }
        cells.remove("---");
    }

    @Test
    void thePageHasTheTableThatIsTried() {
        assertThat(cells.get(corner)).isEqualTo(names());
        assertThat(cells.keySet().stream().skip(1)).containsExactlyElementsOf(rows.keySet());
    }

    private List<String> names() {
        return columns.stream().map(Database::name).toList();
    }

    Stream<Arguments> cells() {
        // A run with another version of a driver is for the column of that driver.
        String only = System.getProperty("sluice.databases");
        return columns.stream()
                .filter(database -> only == null || database.name().equals(only))
                .flatMap(
                        database -> rows.keySet().stream().map(row -> Arguments.of(database, row)));
    }

    @ParameterizedTest
    @MethodSource("cells")
    void isAsThePageSays(Database database, String row) throws Exception {
        String seen = Objects.requireNonNull(rows.get(row)).on(database);
        List<String> said = cells.getOrDefault(row, List.of());
        int column = names().indexOf(database.name());
        assertThat(seen).isEqualTo(column < said.size() ? said.get(column) : "not in the page");
    }
}
