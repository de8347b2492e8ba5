package io.sluice.jdbc.internal.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
                "jdbc:mysql://(host=h:1,password=x@y,user=a)/db jdbc:mysql://(host=h:1,password=***)/db",
                "jdbc:mysql://(host=h,user=a,password=x)/db jdbc:mysql://(host=h,user=a,password=***)/db",
                "jdbc:sqlserver://h;user=a;password={x;y};encrypt=true jdbc:sqlserver://h;user=a;password=***;encrypt=true",
                "jdbc:oracle:thin:app/x@//h:1521/db jdbc:oracle:thin:app/***@//h:1521/db",
                "jdbc:h2:mem:db;USER=sa;PASSWORD=x jdbc:h2:mem:db;USER=sa;PASSWORD=***",
                "jdbc:snowflake://h/?token=x&db=y jdbc:snowflake://h/?token=***&db=y",
                "jdbc:mysql://:x@h/db jdbc:mysql://:***@h/db",
                "jdbc:postgresql://app@srv:x@h/db jdbc:postgresql://app@srv:***@h/db",
                "jdbc:postgresql://app@h:5432/db jdbc:postgresql://app@h:5432/db",
                "jdbc:sqlserver://h;password='x;y';encrypt=true jdbc:sqlserver://h;password=***;encrypt=true",
                "jdbc:sqlserver://h;password={x}y;encrypt=true jdbc:sqlserver://h;password=***;encrypt=true",
                "jdbc:h2:mem:db;PASSWORD=x)y&z;USER=sa jdbc:h2:mem:db;PASSWORD=***;USER=sa"
            })
    void passwordsInUrlsAreMasked(String url, String masked) {
        assertThat(Secrets.mask(url)).isEqualTo(masked);
    }

    @Test
    void passwordsInOtherTextsAreMaskedToo() {
        assertThat(Secrets.mask("refused jdbc:h2:x;PASSWORD=a&b;y=1 at 10:30"))
                .isEqualTo("refused jdbc:h2:x;PASSWORD=***;y=1 at 10:30");
        assertThat(Secrets.mask("user=app;password=x")).isEqualTo("user=app;password=***");
        String harmless =
                "Connection to localhost:5432 refused: FATAL: password authentication failed for user"
                        + " \"app\" (jdbc:postgresql://h:5432/db, me@example.com)";
        assertThat(Secrets.mask(harmless)).isEqualTo(harmless);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"user\":\"app\",\"password\":\"x\"} | {\"user\":\"app\",\"password\":***}",
                "{\"password\" : \"a,b\\\"c}\", \"port\" : 1} | {\"password\" : ***, \"port\" : 1}",
                "{\"db\":{\"accessToken\":\"x=y&z\"}} | {\"db\":{\"accessToken\":***}}",
                "{'pwd': 'x', 'user': 'app'} | {'pwd': ***, 'user': 'app'}",
                "user: app, password: x, ssl: true | user: app, password: ***, ssl: true",
                "refused [DB_PASSWORD: x] | refused [DB_PASSWORD: ***]",
                "password:\"x y\" refused | password:*** refused",
                "password: \"never closed | password: ***"
            })
    void passwordsInFieldsAreMasked(String text, String masked) {
        assertThat(Secrets.mask(text)).isEqualTo(masked);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Access denied for user 'app'@'localhost' (using password: YES)",
                "Access denied for user 'app'@'localhost' (using password: NO)",
                "unexpected token: SELECT in statement",
                "javax.security.auth.login.CredentialExpiredException: expired",
                "jdbc:x:password:y",
                "{\"user\":\"app\",\"error\":\"wrong password\"}",
                "enter the password:"
            })
    void sentencesWithColonsAreLeftAsTheyAre(String text) {
        assertThat(Secrets.mask(text)).isEqualTo(text);
    }

    @Test
    void aFailureThatShowsNoSecretIsLeftAsItIs() {
        SQLException failure = new SQLException("down", "08001", 3, new IOException("refused"));
        assertThat((Throwable) Secrets.cleared(failure)).isSameAs(failure);
    }

    @Test
    void aFailureThatShowsASecretAnywhereIsReplacedByOneThatDoesNot() {
        SQLException failure =
                new SQLException(
                        "down", "08001", 3, new IOException("cannot open jdbc:x://u:hidden@h/d"));
        failure.setNextException(new SQLException("bad x;password=hidden", "28000"));
        SQLException cleared = Secrets.cleared(failure);
        assertThat((Throwable) cleared)
                .hasMessage("java.sql.SQLException: down")
                .hasStackTraceContaining("jdbc:x://u:***@h/d");
        assertThat(cleared.getSQLState()).isEqualTo("08001");
        assertThat(cleared.getErrorCode()).isEqualTo(3);
        assertThat(cleared.getStackTrace()).isEqualTo(failure.getStackTrace());
        assertThat((Throwable) cleared.getNextException())
                .hasMessage("java.sql.SQLException: bad x;password=***")
                .extracting(e -> ((SQLException) e).getSQLState())
                .isEqualTo("28000");
    }

    @Test
    void aSecretInWhatIsSuppressedIsReplacedAsWell() {
        SQLException failure = new SQLException("down");
        failure.addSuppressed(new IOException("cannot close jdbc:x://u:hidden@h/d"));
        assertThat(Secrets.cleared(failure).getSuppressed())
                .singleElement()
                .hasToString(
                        "java.lang.Exception: java.io.IOException: cannot close jdbc:x://u:***@h/d");
    }

    @Test
    void aRingOfCausesIsFollowedOnlySoFar() {
        SQLException first = new SQLException("x;password=hidden");
        SQLException second = new SQLException("second", first);
        first.initCause(second);
        for (Throwable e = Secrets.cleared(first); e != null; e = e.getCause()) {
            assertThat(e.getMessage()).doesNotContain("hidden");
        }
    }

    @Test
    void namesOfPropertiesTellSecrets() {
        assertThat(Secrets.isSecret("sslPassword")).isTrue();
        assertThat(Secrets.isSecret("accessToken")).isTrue();
        assertThat(Secrets.isSecret("DB_PASSWORD")).isTrue();
        assertThat(Secrets.isSecret("VENDOR_API_KEY")).isTrue();
        assertThat(Secrets.isSecret("serverName")).isFalse();
    }

    @Test
    void aLongTextIsMaskedWithoutDeepRecursionOrLongSearches() {
        String inBraces = "x;password={" + "a".repeat(200_000) + "};y=1";
        assertThat(Secrets.mask(inBraces)).isEqualTo("x;password=***;y=1");
        String names = ":pass".repeat(40_000);
        assertThat(Secrets.mask(names)).isEqualTo(names);
        String logins = "//a:".repeat(40_000);
        assertThat(Secrets.mask(logins)).isEqualTo(logins);
        String escaped = "\"password\":\"" + "\\\"".repeat(100_000) + "\",\"y\":1";
        assertThat(Secrets.mask(escaped)).isEqualTo("\"password\":***,\"y\":1");
        String spaces = "password" + " ".repeat(200_000) + "x".repeat(200_000);
        assertThat(Secrets.mask(spaces)).isEqualTo(spaces);
    }

    @Test
    void spacesAndBracesAroundAParameterDoNotShowItsValue() {
        assertThat(Secrets.mask("jdbc:sqlserver://h;password = x;user=a"))
                .isEqualTo("jdbc:sqlserver://h;password = ***;user=a");
        assertThat(Secrets.mask("no access with {password=x, user=a}"))
                .isEqualTo("no access with {password=***");
    }
}
