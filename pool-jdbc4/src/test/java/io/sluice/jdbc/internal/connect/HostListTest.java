package io.sluice.jdbc.internal.connect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which URLs have several hosts. */
class HostListTest {

    @Test
    void eachHostGetsTheUrlAlone() {
        assertThat(HostList.urls("jdbc:postgresql://a:5433,b,[::1]:5434/orders?ssl=true&x=a,b"))
                .isEqualTo(
                        List.of(
                                "jdbc:postgresql://a:5433/orders?ssl=true&x=a,b",
                                "jdbc:postgresql://b/orders?ssl=true&x=a,b",
                                "jdbc:postgresql://[::1]:5434/orders?ssl=true&x=a,b"));
        assertThat(HostList.urls("jdbc:mariadb://a,b/orders"))
                .isEqualTo(List.of("jdbc:mariadb://a/orders", "jdbc:mariadb://b/orders"));
        assertThat(HostList.urls("jdbc:mysql://a,b?x=y"))
                .isEqualTo(List.of("jdbc:mysql://a?x=y", "jdbc:mysql://b?x=y"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://a/orders",
                "jdbc:postgresql:orders",
                "jdbc:postgresql://a,/orders",
                "jdbc:mysql:loadbalance://a,b/orders",
                "jdbc:mysql://app:secret@a,b/orders",
                "jdbc:mysql://address=(host=a),address=(host=b)/orders",
                "jdbc:mysql://[a,b]/orders",
                "jdbc:mariadb:sequential://a,b/orders",
                "jdbc:other://a,b/orders"
            })
    void otherFormsAreTheDrivers(String url) {
        assertThat(HostList.urls(url)).containsExactly(url);
    }

    @Test
    void aMessageNamesTheHosts() {
        assertThat(HostList.server("jdbc:postgresql://a:5433/orders?password=x"))
                .isEqualTo("a:5433");
        assertThat(HostList.server("jdbc:mysql://app:secret@a/orders")).doesNotContain("secret");
        assertThat(HostList.server("jdbc:h2:mem:x")).isEqualTo("the server");
        assertThat(HostList.server(null)).isEqualTo("the server");
    }
}
