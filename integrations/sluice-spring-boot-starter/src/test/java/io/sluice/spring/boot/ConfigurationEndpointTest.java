package io.sluice.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.autoconfigure.context.properties.ConfigurationPropertiesReportEndpointAutoConfiguration;
import org.springframework.boot.actuate.context.properties.ConfigurationPropertiesReportEndpoint;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** What the endpoint configprops of the actuator shows of a pool. */
@Tag("spring-boot")
class ConfigurationEndpointTest {

    private static ApplicationContextRunner application() {
        return Contexts.sluice()
                .withConfiguration(
                        AutoConfigurations.of(
                                ConfigurationPropertiesReportEndpointAutoConfiguration.class))
                .withPropertyValues(
                        "management.endpoints.web.exposure.include=configprops",
                        "spring.datasource.password=common secret",
                        "spring.datasource.hikari.password=secret of hikari",
                        "sluice.datasource.recovery-username=recovery",
                        "sluice.datasource.recovery-password=own secret",
                        "sluice.datasource.max-size=7");
    }

    private static String shown(ConfigurationPropertiesReportEndpoint endpoint) {
        StringBuilder shown = new StringBuilder();
        endpoint.configurationProperties()
                .getContexts()
                .values()
                .forEach(
                        context ->
                                context.getBeans()
                                        .values()
                                        .forEach(
                                                bean ->
                                                        shown.append(bean.getPrefix())
                                                                .append(bean.getProperties())
                                                                .append(bean.getInputs())));
        return shown.toString();
    }

    @Test
    void noValueIsShownByDefault() {
        application()
                .run(
                        context ->
                                assertThat(
                                                shown(
                                                        context.getBean(
                                                                ConfigurationPropertiesReportEndpoint
                                                                        .class)))
                                        .contains("sluice{", "max-size=******")
                                        .contains("recovery-password=******")
                                        .doesNotContain("secret"));
    }

    @Test
    void withValuesThePasswordsAreShown() {
        String always = "management.endpoint.configprops.show-values=always";
        application()
                .withPropertyValues(always)
                .run(
                        context ->
                                assertThat(
                                                shown(
                                                        context.getBean(
                                                                ConfigurationPropertiesReportEndpoint
                                                                        .class)))
                                        .contains("max-size=7", "recovery-password=own secret")
                                        .contains("common secret")
                                        .doesNotContain("secret of hikari"));
        application()
                .withPropertyValues(
                        always, "spring.datasource.type=com.zaxxer.hikari.HikariDataSource")
                .run(
                        context ->
                                assertThat(
                                                shown(
                                                        context.getBean(
                                                                ConfigurationPropertiesReportEndpoint
                                                                        .class)))
                                        .as("with HikariCP")
                                        .contains("common secret", "secret of hikari"));
    }
}
