package io.sluice.packaging;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Dictionary;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.service.jdbc.DataSourceFactory;

/**
 * The application of {@link OsgiIT}: opens pools in each way that a bundle may choose, and
 * registers them as services with the way as property.
 */
public final class PoolActivator implements BundleActivator {

    static final String WAY = "way";
    static final String BY_URL = "url";
    static final String BY_CLASS_NAME = "dataSourceClassName";
    static final String BY_FACTORY = "dataSource";
    private static final String URL = "jdbc:h2:mem:";

    private final List<SluiceDataSource> pools = new ArrayList<>();

    @Override
    public void start(BundleContext context) throws Exception {
        register(context, BY_URL, options -> options.url(URL));
        register(
                context,
                BY_CLASS_NAME,
                options ->
                        options.dataSourceClassName("org.h2.jdbcx.JdbcDataSource")
                                .dataSourceProperties(Map.of("url", URL)));
        DataSource ofDriver = ofFactory(context);
        register(context, BY_FACTORY, options -> options.dataSource(ofDriver));
    }

    private void register(
            BundleContext context, String way, UnaryOperator<JdbcPoolConfig.Builder> source)
            throws Exception {
        SluiceDataSource pool =
                SluiceDataSource.create(
                        source.apply(JdbcPoolConfig.builder().name(way).maxSize(1)).build());
        pools.add(pool);
        Dictionary<String, String> properties = new Hashtable<>(Map.of(WAY, way));
        context.registerService(DataSource.class, pool, properties);
    }

    private static DataSource ofFactory(BundleContext context) throws Exception {
        Collection<ServiceReference<DataSourceFactory>> factories =
                context.getServiceReferences(
                        DataSourceFactory.class,
                        "(" + DataSourceFactory.OSGI_JDBC_DRIVER_CLASS + "=org.h2.Driver)");
        Properties properties = new Properties();
        properties.setProperty(DataSourceFactory.JDBC_URL, URL);
        return context.getService(factories.iterator().next()).createDataSource(properties);
    }

    @Override
    public void stop(BundleContext context) {
        pools.forEach(SluiceDataSource::close);
    }
}
