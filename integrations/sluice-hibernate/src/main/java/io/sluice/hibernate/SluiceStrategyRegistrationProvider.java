package io.sluice.hibernate;

import java.util.List;
import org.hibernate.boot.registry.selector.SimpleStrategyRegistrationImpl;
import org.hibernate.boot.registry.selector.StrategyRegistration;
import org.hibernate.boot.registry.selector.StrategyRegistrationProvider;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;

/**
 * Registers {@link SluiceConnectionProvider} with Hibernate under the names {@code sluice} and
 * {@code SluiceConnectionProvider}. Hibernate finds it as a service. Thread-safe.
 */
public final class SluiceStrategyRegistrationProvider implements StrategyRegistrationProvider {

    /** Creates the provider; Hibernate does so. */
    public SluiceStrategyRegistrationProvider() {}

    @Override
    public Iterable<StrategyRegistration<?>> getStrategyRegistrations() {
        return List.of(
                new SimpleStrategyRegistrationImpl<>(
                        ConnectionProvider.class,
                        SluiceConnectionProvider.class,
                        "sluice",
                        SluiceConnectionProvider.class.getSimpleName()));
    }
}
