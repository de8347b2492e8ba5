package io.sluice.perf.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sluice.perf.command.UsageException;
import io.sluice.perf.server.Database;
import io.sluice.perf.server.ServerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class LoadConfigTest {

    private static final String URL = "jdbc:postgresql://db/app";

    @TempDir private Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("pool.properties"), text);
    }

    private static ServerOptions server(String... options) {
        return CommandLine.populateCommand(new ServerOptions(), options);
    }

    @Test
    void withoutAUrlADatabaseOfOurOwnIsMeant() throws IOException {
        assertThat(LoadConfig.of(null, server()).database()).isNull();
        LoadConfig config = LoadConfig.of(file("maxSize=5\n"), server());
        assertThat(config.database()).isNull();
        assertThat(config.maxSizeOr(8)).isEqualTo(5);
    }

    @Test
    void urlOfTheFileHoldsForAllPools() throws IOException {
        Path file = file("url=" + URL + "\nusername=me\npassword=secret\n");

        assertThat(LoadConfig.of(file, server()).database())
                .isEqualTo(new Database(URL, "me", "secret", false));
    }

    @Test
    void commandLineHasTheLastWord() throws IOException {
        Path file = file("url=" + URL + "\nusername=me\npassword=secret\n");

        assertThat(LoadConfig.of(file, server("--url=" + URL + "2", "--user=you")).database())
                .isEqualTo(new Database(URL + "2", "you", "secret", false));
    }

    @Test
    void mistakeInTheFileIsToldWithTheFile() throws IOException {
        Path file = file("maxSise=5\n");

        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> LoadConfig.of(file, server()))
                .withMessageContaining(file.toString())
                .withMessageContaining("maxSise");
    }

    @Test
    void dataSourceClassIsRefusedBecausePeersConnectByUrl() throws IOException {
        Path file = file("dataSourceClassName=org.postgresql.ds.PGSimpleDataSource\n");

        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> LoadConfig.of(file, server()))
                .withMessageContaining("expected url");
    }

    @Test
    void nothingShowsThePassword() {
        LoadConfig config =
                LoadConfig.of(null, server("--url=" + URL, "--user=me", "--password=secret"));

        assertThat(config.toString() + config.database()).doesNotContain("secret");
    }
}
