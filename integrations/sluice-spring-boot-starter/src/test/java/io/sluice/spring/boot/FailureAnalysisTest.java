package io.sluice.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;

/** What an operator reads when an application does not start. */
@Tag("spring-boot")
@ExtendWith(OutputCaptureExtension.class)
class FailureAnalysisTest {

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(SluiceDataSourceAutoConfiguration.class)
    static class Application {}

    private static void runWith(String... arguments) {
        SpringApplication application = new SpringApplication(Application.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        String[] all = new String[arguments.length + 2];
        all[0] = "--" + Contexts.TYPE;
        all[1] = "--spring.datasource.name=orders";
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        assertThatThrownBy(() -> application.run(all).close()).isNotNull();
    }

    @Test
    void aRefusedOptionIsExplained(CapturedOutput output) {
        runWith("--spring.datasource.url=jdbc:h2:mem:refused", "--sluice.datasource.maxx-size=20");

        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("Sluice refuses the options of a pool: unknown option \"maxxSize\"")
                .contains("did you mean maxSize")
                .contains("Correct the properties of the pool, below sluice.datasource")
                .doesNotContain("\tat ");
    }

    @Test
    void aFailedStartIsExplained(CapturedOutput output) {
        runWith(
                "--spring.datasource.url=jdbc:h2:tcp://localhost:1/none",
                "--sluice.datasource.startup=fail");

        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("Pool orders: the first connection could not be created")
                .contains("Check that the database accepts connections")
                .doesNotContain("\tat ");
    }

    @Test
    void errorsOfDriversAreLeftToOthers() {
        assertThat(
                        new PoolStartFailureAnalyzer()
                                .analyze(
                                        new IllegalStateException(new SQLException("of a driver"))))
                .isNull();
    }
}
