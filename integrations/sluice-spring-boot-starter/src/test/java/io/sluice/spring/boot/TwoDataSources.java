package io.sluice.spring.boot;

import io.sluice.jdbc.SluiceDataSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The sample of {@code docs/spring-boot.md}, word for word. */
@Configuration(proxyBeanMethods = false)
class TwoDataSources {

    @Bean(defaultCandidate = false)
    @ConfigurationProperties(prefix = "invoices", ignoreUnknownFields = false)
    SluiceProperties invoices() { // invoices.datasource.url and so on
        return new SluiceProperties();
    }

    @Bean(defaultCandidate = false)
    SluiceDataSource invoicesDataSource(@Qualifier("invoices") SluiceProperties invoices) {
        return invoices.createDataSource();
    }
}
