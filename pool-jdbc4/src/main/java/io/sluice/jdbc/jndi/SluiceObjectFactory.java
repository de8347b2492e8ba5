package io.sluice.jdbc.jndi;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.SluicePool;
import java.util.Enumeration;
import java.util.Hashtable;
import java.util.Properties;
import java.util.Set;
import javax.naming.ConfigurationException;
import javax.naming.Context;
import javax.naming.Name;
import javax.naming.NamingException;
import javax.naming.RefAddr;
import javax.naming.Reference;
import javax.naming.spi.ObjectFactory;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Makes data sources from references in JNDI, such as a {@code <Resource>} of Tomcat. Thread-safe.
 *
 * <p>The addresses of a reference are options, with the names and values of a properties file of
 * Sluice or of another pool, as {@link JdbcPoolConfig#load(Properties)} takes them. What Tomcat
 * adds to them is ignored. A pool without {@code name} is called by the last part of its name in
 * JNDI. The pool starts with its first connection.
 *
 * <p>Each call makes another data source. Tomcat makes one of each {@code <Resource>}, and closes
 * it if {@code closeMethod} is {@code close}.
 */
public final class SluiceObjectFactory implements ObjectFactory {

    /** The types of a reference that this factory serves. */
    private static final Set<String> TYPES =
            Set.of(
                    DataSource.class.getName(),
                    SluicePool.class.getName(),
                    SluiceDataSource.class.getName(),
                    ReferenceableDataSource.class.getName());

    /** The option that names a pool, here and in other pools. */
    private static final Set<String> NAMES =
            Set.of("name", "poolName", "dataSourceName", "uniqueName");

    /** What Tomcat tells about a resource beside its properties. */
    private static final Set<String> OF_THE_CONTAINER =
            Set.of(
                    "auth",
                    "closeMethod",
                    "description",
                    "factory",
                    "lookup-name",
                    "scope",
                    "singleton",
                    "type");

    /** Creates a factory; naming services do so by its class name. */
    public SluiceObjectFactory() {}

    /**
     * Makes a data source from a reference.
     *
     * @return a {@link SluiceDataSource} that has not started, or null if the object is no
     *     reference to a data source
     * @throws NamingException if a key is unknown, a value is bad, or the options do not fit
     *     together
     */
    @Override
    public @Nullable Object getObjectInstance(
            @Nullable Object object,
            @Nullable Name name,
            @Nullable Context context,
            @Nullable Hashtable<?, ?> environment)
            throws NamingException {
        if (!(object instanceof Reference reference)
                || !TYPES.contains(String.valueOf(reference.getClassName()))) {
            return null;
        }
        Properties properties = properties(reference);
        boolean named = NAMES.stream().anyMatch(properties::containsKey);
        if (!named && name != null && !name.isEmpty()) {
            properties.setProperty("name", name.get(name.size() - 1));
        }
        try {
            return new SluiceDataSource(JdbcPoolConfig.load(properties));
        } catch (IllegalArgumentException e) {
            NamingException refusal =
                    new ConfigurationException("JNDI resource " + name + ": " + e.getMessage());
            refusal.initCause(e);
            throw refusal;
        }
    }

    private static Properties properties(Reference reference) {
        Properties properties = new Properties();
        for (Enumeration<RefAddr> all = reference.getAll(); all.hasMoreElements(); ) {
            RefAddr address = all.nextElement();
            String type = String.valueOf(address.getType());
            Object content = address.getContent();
            if (content != null && !OF_THE_CONTAINER.contains(type)) {
                properties.setProperty(type, content.toString());
            }
        }
        return properties;
    }
}
