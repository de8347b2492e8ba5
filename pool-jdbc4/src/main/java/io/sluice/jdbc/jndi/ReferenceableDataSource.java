package io.sluice.jdbc.jndi;

import io.sluice.jdbc.EffectiveOption;
import io.sluice.jdbc.JdbcOption;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.OptionSource;
import io.sluice.jdbc.SluiceDataSource;
import java.util.Objects;
import javax.naming.NamingException;
import javax.naming.Reference;
import javax.naming.Referenceable;
import javax.naming.StringRefAddr;
import org.jspecify.annotations.Nullable;

/**
 * A data source of which a naming service stores the options and not the object. Each lookup makes
 * another pool, so keep what was looked up. Within one process bind a {@link SluiceDataSource}
 * instead. Thread-safe.
 */
public class ReferenceableDataSource extends SluiceDataSource implements Referenceable {

    /** Creates a data source to be configured with its setters. */
    public ReferenceableDataSource() {}

    /**
     * Returns the options that are set, passwords included, for {@link SluiceObjectFactory}.
     *
     * @throws NamingException if an option holds an object that no text can stand for
     * @throws IllegalArgumentException if the options do not fit together
     */
    @Override
    public Reference getReference() throws NamingException {
        JdbcPoolConfig config = configuration();
        Reference reference =
                new Reference(
                        SluiceDataSource.class.getName(),
                        SluiceObjectFactory.class.getName(),
                        /* factoryLocation= */ null);
        for (EffectiveOption effective : config.options()) {
            JdbcOption option = effective.option();
            if (effective.source() == OptionSource.DEFAULT) {
                continue;
            }
            if (option.kind().equals("object")) {
                throw new NamingException(
                        option
                                + " of pool "
                                + config.name()
                                + " is an object, which a JNDI reference cannot hold; bind a"
                                + " SluiceDataSource, or set it in another way");
            }
            if (option == JdbcOption.DATA_SOURCE_PROPERTIES) {
                config.dataSourceProperties()
                        .forEach((name, value) -> add(reference, "dataSource." + name, value));
            } else {
                add(reference, option.key(), text(config, effective));
            }
        }
        return reference;
    }

    /** The value as text, also of what is not shown elsewhere. */
    private static @Nullable String text(JdbcPoolConfig config, EffectiveOption effective) {
        return switch (effective.option()) {
            case URL -> config.url();
            case PASSWORD -> config.password();
            case RECOVERY_PASSWORD -> config.recoveryPassword();
            default -> effective.value();
        };
    }

    /** The factory replaces references to the environment, of which these values have none. */
    private static void add(Reference reference, String key, @Nullable String value) {
        String literal = Objects.requireNonNull(value, key).replace("${", "$${");
        reference.add(new StringRefAddr(key, literal));
    }
}
