package io.sluice.hibernate;

import io.sluice.jdbc.SluiceDataSource;
import java.util.Map;
import org.hibernate.SessionFactory;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.registry.StandardServiceRegistry;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.hibernate.engine.spi.SessionFactoryImplementor;

/** Session factories as applications build them. */
final class Factories {

    private Factories() {}

    /** Builds a session factory with the given settings alone. */
    static SessionFactory build(Map<String, Object> settings) {
        StandardServiceRegistry registry =
                new StandardServiceRegistryBuilder().applySettings(settings).build();
        try {
            return new MetadataSources(registry)
                    .addAnnotatedClass(Item.class)
                    .buildMetadata()
                    .buildSessionFactory();
        } catch (RuntimeException e) {
            StandardServiceRegistryBuilder.destroy(registry);
            throw e;
        }
    }

    static ConnectionProvider provider(SessionFactory factory) {
        return factory.unwrap(SessionFactoryImplementor.class)
                .getServiceRegistry()
                .requireService(ConnectionProvider.class);
    }

    static SluiceDataSource pool(SessionFactory factory) {
        return provider(factory).unwrap(SluiceDataSource.class);
    }
}
