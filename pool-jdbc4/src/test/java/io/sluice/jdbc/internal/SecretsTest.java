package io.sluice.jdbc.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "jdbc:postgresql://h:5432/db jdbc:postgresql://h:5432/db",
                "jdbc:postgresql://h/db?user=a&password=x&ssl=true jdbc:postgresql://h/db?user=a&password=***&ssl=true",
                "jdbc:postgresql://h/db?sslPassword=x,y jdbc:postgresql://h/db?sslPassword=***",
                "jdbc:mysql://app:x@h:3306/db jdbc:mysql://app:***@h:3306/db",
                "jdbc:mysql://app:x@y@h:3306/db jdbc:mysql://app:***@h:3306/db",
                "jdbc:mysql://(host=h,user=a,password=x)/db jdbc:mysql://(host=h,user=a,password=***)/db",
                "jdbc:sqlserver://h;user=a;password={x;y};encrypt=true jdbc:sqlserver://h;user=a;password=***;encrypt=true",
                "jdbc:oracle:thin:app/x@//h:1521/db jdbc:oracle:thin:app/***@//h:1521/db",
                "jdbc:h2:mem:db;USER=sa;PASSWORD=x jdbc:h2:mem:db;USER=sa;PASSWORD=***",
                "jdbc:snowflake://h/?token=x&db=y jdbc:snowflake://h/?token=***&db=y"
            })
    void passwordsInUrlsAreMasked(String url, String masked) {
        assertThat(Secrets.maskUrl(url)).isEqualTo(masked);
    }

    @Test
    void namesOfPropertiesTellSecrets() {
        assertThat(Secrets.isSecret("sslPassword")).isTrue();
        assertThat(Secrets.isSecret("accessToken")).isTrue();
        assertThat(Secrets.isSecret("serverName")).isFalse();
    }
}
