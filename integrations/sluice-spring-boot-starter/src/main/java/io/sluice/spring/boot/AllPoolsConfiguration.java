package io.sluice.spring.boot;

import io.sluice.jdbc.EffectiveOption;
import io.sluice.jdbc.JdbcOption;
import io.sluice.jdbc.OptionSource;
import io.sluice.jdbc.SluicePool;
import java.sql.SQLException;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnCheckpointRestore;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadataProvider;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What every pool of an application has, also one that the application defines itself. */
@Configuration(proxyBeanMethods = false)
class AllPoolsConfiguration {

    @Bean
    DataSourcePoolMetadataProvider sluicePoolDataSourceMetadataProvider() {
        return dataSource ->
                PoolBeans.behind(dataSource) == null ? null : new SluicePoolMetadata(dataSource);
    }

    @Bean
    static BoundPropertiesCheck sluiceBoundPropertiesCheck(ApplicationContext context) {
        return new BoundPropertiesCheck(context);
    }

    /** A pool whose {@code startup} is set has to start with the application. */
    @Bean
    static SmartInitializingSingleton sluicePoolStarter(ConfigurableListableBeanFactory beans) {
        return () -> PoolBeans.all(beans).forEach(AllPoolsConfiguration::startIfAsked);
    }

    private static void startIfAsked(SluicePool pool) {
        for (EffectiveOption effective : pool.configuration().options()) {
            if (effective.option() == JdbcOption.STARTUP
                    && effective.source() != OptionSource.DEFAULT) {
                try {
                    pool.start();
                } catch (SQLException e) {
                    throw new IllegalStateException(
                            "The application does not start without a connection: "
                                    + e.getMessage(),
                            e);
                }
            }
        }
    }

    @Bean
    @ConditionalOnCheckpointRestore
    static SluiceCheckpointRestoreLifecycle sluiceCheckpointRestoreLifecycle(
            ConfigurableListableBeanFactory beans, ConfigurableApplicationContext context) {
        return new SluiceCheckpointRestoreLifecycle(beans, context);
    }
}
