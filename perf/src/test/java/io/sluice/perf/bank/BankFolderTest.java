package io.sluice.perf.bank;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BankFolderTest {

    private BankFolder folder;
    private Path path;

    @BeforeEach
    void create() throws IOException {
        folder = BankFolder.create();
        path = Path.of(folder.toString());
    }

    @AfterEach
    void delete() throws IOException {
        folder.delete();
    }

    private void makeFiles(String text) throws IOException {
        Files.writeString(path.resolve("bank.mv.db"), text);
        Files.createDirectories(folder.log().resolve("store"));
        Files.writeString(folder.log().resolve("store").resolve("entry"), text);
    }

    @Test
    void runThatWentWellLeavesNothing() throws IOException {
        makeFiles("one");
        folder.copyFor(1);

        assertThat(BankCommand.concluded(List.of(), folder)).isEmpty();
        assertThat(path).doesNotExist();
    }

    @Test
    void runThatDidNotLeavesEverythingAndSaysWhere() throws IOException {
        makeFiles("one");

        assertThat(BankCommand.concluded(List.of("money is missing"), folder))
                .containsExactly("money is missing", "what the run left is in " + path);
        assertThat(path.resolve("bank.mv.db")).hasContent("one");
        assertThat(folder.log().resolve("store").resolve("entry")).hasContent("one");
    }

    @Test
    void whatTheLastWorkersFoundIsThereAsTheyFoundIt() throws IOException {
        for (int worker = 1; worker <= 8; worker++) {
            makeFiles("left for " + worker);
            folder.copyFor(worker);
        }

        assertThat(folder.found(2)).doesNotExist();
        assertThat(folder.found(3).resolve("bank.mv.db")).hasContent("left for 3");
        assertThat(folder.found(8).resolve("log/store/entry")).hasContent("left for 8");
    }

    @Test
    void firstWorkerFindsNothing() throws IOException {
        folder.copyFor(1);

        assertThat(folder.found(1)).isEmptyDirectory();
    }

    @Test
    void whatIsSaidIsWrittenBehindEachOther() throws IOException {
        folder.note("worker 1");
        folder.note("worker 2");
        folder.keep("postgres.journal", List.of("1000001"));

        assertThat(folder.said()).hasContent("worker 1\nworker 2");
        assertThat(path.resolve("postgres.journal")).hasContent("1000001");
    }

    @Test
    void tailIsTheEndOfWhatWorkersLog() throws IOException {
        assertThat(folder.tail()).isEqualTo("nothing");

        Files.writeString(folder.errors(), "first\n" + "more\n".repeat(19) + "last\n");

        assertThat(folder.tail()).startsWith("more").endsWith("last").doesNotContain("first");
    }
}
