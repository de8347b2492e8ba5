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
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What an operator reads when an application does not start. */
@Tag("spring-boot")
@ExtendWith(OutputCaptureExtension.class)
class FailureAnalysisTest {

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(SluiceDataSourceAutoConfiguration.class)
    static class Application {}

    @Configuration(proxyBeanMethods = false)
    static class OfTheApplication {

        @Bean(defaultCandidate = false)
        @ConfigurationProperties(prefix = "invoices", ignoreUnknownFields = false)
        SluiceProperties invoices() {
            return new SluiceProperties();
        }
    }

    private static void runWith(String... arguments) {
        SpringApplication application = new SpringApplication(Application.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        String[] all = new String[arguments.length + 2];
        all[0] = "--" + Contexts.TYPE;
        all[1] = "--spring.datasource.name=orders";
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        assertThatThrownBy(() -> application.run(all).close()).isNotNull();
    }

    /** Without the log before it, where a pool that retries may warn of a failed attempt. */
    private static String report(CapturedOutput output) {
        return output.toString().replaceFirst("(?s).*APPLICATION FAILED TO START", "");
    }

    @Test
    void aRefusedOptionIsExplained(CapturedOutput output) {
        runWith("--spring.datasource.url=jdbc:h2:mem:refused", "--sluice.datasource.maxx-size=20");

        assertThat(report(output))
                .contains("Sluice refuses the options of a pool: unknown option \"maxxSize\"")
                .contains("did you mean maxSize")
                .contains("Correct the properties of the pool, below sluice.datasource")
                .doesNotContain("\tat ");
    }

    @Test
    void aMisplacedOptionIsExplainedWithoutItsValue(CapturedOutput output) {
        runWith("--sluice.password=of the user", "--sluice.max-size=20");

        assertThat(report(output))
                .contains(
                        "Sluice has options of a pool below sluice.datasource, but not directly"
                                + " below sluice")
                .contains(
                        "Write sluice.datasource.max-size, not sluice.max-size;"
                                + " sluice.datasource.password, not sluice.password.")
                .doesNotContain("\tat ");
        assertThat(output).doesNotContain("of the user");
    }

    @Test
    void theSameHoldsForAPrefixOfTheApplication(CapturedOutput output) {
        runWith(
                "--spring.datasource.url=jdbc:h2:mem:misplaced",
                "--spring.main.sources=" + OfTheApplication.class.getName(),
                "--invoices.password=of the user");

        assertThat(report(output))
                .contains("Write invoices.datasource.password, not invoices.password.");
        assertThat(output).doesNotContain("of the user");
    }

    @Test
    void otherFailuresOfBindingAreLeftToBoot(CapturedOutput output) {
        runWith("--spring.datasource.generate-unique-name=perhaps");

        assertThat(output)
                .contains(
                        "Failed to bind properties under 'spring.datasource.generate-unique-name'")
                .doesNotContain("Sluice has options");
    }

    @Test
    void aFailedStartIsExplained(CapturedOutput output) {
        runWith(
                "--spring.datasource.url=jdbc:h2:tcp://localhost:1/none",
                "--sluice.datasource.startup=fail");

        assertThat(report(output))
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
