package io.sluice.perf.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.perf.command.MeasurementException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("weekly")
class BankCommandIT {

    @Test
    void runThatCannotBeMadeSaysWhereWhatItLeftIs() throws IOException {
        BankFolder folder = BankFolder.create();
        try {
            Path file = Path.of(folder.toString(), "bank.mv.db");
            Files.writeString(file, "no database");

            assertThatThrownBy(
                            () ->
                                    BankCommand.run(
                                            new BankPlan(Databases.POSTGRES_H2, 3, 4, false, 17),
                                            folder))
                    .isInstanceOf(MeasurementException.class)
                    .hasMessageContaining("cannot make the tables of the bank")
                    .hasMessageEndingWith("what the run left is in " + folder);
            assertThat(file).exists();
        } finally {
            folder.delete();
        }
    }
}
