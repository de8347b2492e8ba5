package io.sluice.jdbc.jndi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import javax.naming.ConfigurationException;
import javax.naming.Reference;
import javax.naming.StringRefAddr;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** References that lack something. */
class SluiceObjectFactoryTest {

    private final SluiceObjectFactory factory = new SluiceObjectFactory();

    @Test
    void aReferenceToNoClassIsLeftToOtherFactories() throws Exception {
        assertThat(factory.getObjectInstance(new Reference(null), null, null, null)).isNull();
    }

    @Test
    void anAddressWithoutATypeIsRefused() {
        Reference reference = new Reference(DataSource.class.getName());
        reference.add(new StringRefAddr("url", "jdbc:x"));
        reference.add(new StringRefAddr(null, "10"));
        assertThatThrownBy(() -> factory.getObjectInstance(reference, null, null, null))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("unknown option \"null\"");
    }
}
