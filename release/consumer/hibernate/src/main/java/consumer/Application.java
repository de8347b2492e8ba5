package consumer;

import io.sluice.jdbc.SluicePool;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.hibernate.engine.spi.SessionFactoryImplementor;

/** Hibernate with the provider on its class path. */
public final class Application {

    /** A row. */
    @Entity(name = "item")
    public static class Item {
        @Id int id;
    }

    public static void main(String[] args) {
        Configuration configuration = new Configuration().addAnnotatedClass(Item.class);
        configuration.setProperty("jakarta.persistence.jdbc.url", "jdbc:h2:mem:orders");
        configuration.setProperty("hibernate.hbm2ddl.auto", "create");
        configuration.setProperty("hibernate.sluice.maxSize", "3");
        try (SessionFactory sessions = configuration.buildSessionFactory()) {
            sessions.inTransaction(session -> session.persist(new Item()));
            long count =
                    sessions.fromSession(
                            session ->
                                    session.createSelectionQuery("select count(*) from item", Long.class)
                                            .getSingleResult());
            SluicePool pool =
                    sessions.unwrap(SessionFactoryImplementor.class)
                            .getServiceRegistry()
                            .requireService(ConnectionProvider.class)
                            .unwrap(SluicePool.class);
            if (count != 1 || pool.snapshot().total() < 1) {
                throw new IllegalStateException(count + " rows in " + pool);
            }
        }
    }

    private Application() {}
}
