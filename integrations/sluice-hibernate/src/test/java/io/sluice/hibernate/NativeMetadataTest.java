package io.sluice.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.hibernate.boot.registry.selector.StrategyRegistration;
import org.junit.jupiter.api.Test;

/** The metadata for native images has each class that Hibernate creates by reflection. */
class NativeMetadataTest {

    private static final String FILE =
            "/META-INF/native-image/io.sluice/sluice-hibernate/reachability-metadata.json";

    @Test
    void hasTheConstructorOfEachStrategy() throws Exception {
        String metadata;
        try (InputStream file = NativeMetadataTest.class.getResourceAsStream(FILE)) {
            metadata = new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
        for (StrategyRegistration<?> strategy :
                new SluiceStrategyRegistrationProvider().getStrategyRegistrations()) {
            Class<?> type = strategy.getStrategyImplementation();
            assertThat(type.getConstructor()).as("what Hibernate calls").isNotNull();
            assertThat(metadata.replaceAll("\\s", ""))
                    .contains(
                            "\"type\":\""
                                    + type.getName()
                                    + "\",\"methods\":[{\"name\":\"<init>\",\"parameterTypes\":[]}]");
        }
    }
}
