package io.sluice.jdbc.internal.connect;

import io.sluice.jdbc.JdbcOption;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.internal.config.Instances;
import io.sluice.jdbc.internal.config.Secrets;
import java.sql.SQLException;
import java.util.Objects;
import javax.sql.CommonDataSource;
import org.jspecify.annotations.Nullable;

/** Creates the driver or data source whose class a configuration names. */
final class NamedClass {

    private NamedClass() {}

    /** Creates a driver or data source, without properties. */
    static <T> T create(
            JdbcPoolConfig config, JdbcOption option, @Nullable String className, Class<T> type)
            throws SQLException {
        String name = Objects.requireNonNull(className);
        try {
            return Instances.create(name, type);
        } catch (ReflectiveOperationException | LinkageError e) {
            Throwable cause = Secrets.cleared(e);
            throw SqlErrors.badSource(
                    config.name(),
                    option.key()
                            + " is \""
                            + Secrets.mask(name)
                            + "\"; expected a "
                            + type.getName()
                            + " on the class path: add its jar, or correct the name ("
                            + cause
                            + ")",
                    cause);
        }
    }

    /** Creates a data source with the connect timeout and the properties of the configuration. */
    static <T extends CommonDataSource> T dataSource(
            JdbcPoolConfig config, JdbcOption option, @Nullable String className, Class<T> type)
            throws SQLException {
        T dataSource = create(config, option, className, type);
        ConnectTimeouts.setOn(dataSource, config.dataSourceProperties(), config.connectTimeout());
        try {
            BeanProperties.set(dataSource, config.dataSourceProperties());
        } catch (IllegalArgumentException e) {
            throw SqlErrors.badConfiguration(config.name(), e);
        }
        return dataSource;
    }
}
