package io.sluice.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How values are read, what is refused, and in which words. */
class JdbcOptionTest {

    private static void refused(JdbcOption option, String text, String message) {
        assertThatThrownBy(() -> option.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @EnumSource(JdbcOption.class)
    void theDefaultIsAValueInRange(JdbcOption option) {
        if (!option.defaultText().isEmpty()) {
            assertThat(option.parse(option.defaultText())).isEqualTo(option.defaultValue());
        } else {
            assertThat(option.defaultValue()).isNull();
        }
    }

    @ParameterizedTest
    @EnumSource(JdbcOption.class)
    void theExampleInTheErrorTextWorks(JdbcOption option) {
        String example = option.type().example();
        if (!example.isEmpty() && !option.kind().equals("class name")) {
            assertThat(option.parse(example)).isNotNull();
        }
    }

    @ParameterizedTest
    @EnumSource(JdbcOption.class)
    void theMeaningIsASentence(JdbcOption option) {
        assertThat(option.meaning()).matches("[A-Z].*\\.").doesNotContain("|");
    }

    @Test
    void eachNameIsGivenOnce() {
        assertThat(Arrays.stream(JdbcOption.values()).map(JdbcOption::key)).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @CsvSource({
        "500ms, PT0.5S",
        "30s, PT30S",
        "5m, PT5M",
        "5 M, PT5M",
        "1h, PT1H",
        "1d, PT24H",
        "1500, PT1.5S",
        "PT2M, PT2M",
        "pt2m, PT2M",
        "P1D, PT24H"
    })
    void aTimeTakesUnits(String text, Duration expected) {
        assertThat(JdbcOption.ACQUIRE_TIMEOUT.parse(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "30 sec",
                "1.5s",
                "-1s",
                "forever",
                "s",
                "99999999999999999d",
                "1w",
                "",
                "PT"
            })
    void aTextThatIsNoTimeIsRefused(String text) {
        refused(
                JdbcOption.ACQUIRE_TIMEOUT,
                text,
                "acquireTimeout is \""
                        + text
                        + "\"; expected a time from 0 up to 36500 days (as 500ms, 30s, 5m, 1h, 1d, PT30S,"
                        + " or a bare number of milliseconds); write for example acquireTimeout=30s");
    }

    @Test
    void offMeansZeroWhereZeroMeansOff() {
        assertThat(JdbcOption.IDLE_TIMEOUT.parse("off")).isEqualTo(Duration.ZERO);
        assertThat(JdbcOption.LEAK_THRESHOLD.parse("OFF")).isEqualTo(Duration.ZERO);
        refused(
                JdbcOption.CONNECT_TIMEOUT,
                "off",
                "connectTimeout is \"off\"; expected a time above 0 up to 36500 days (as 500ms, 30s, 5m,"
                        + " 1h, 1d, PT30S, or a bare number of milliseconds); write for example"
                        + " connectTimeout=10s");
    }

    @Test
    void aTimeThatADriverGetsFitsAnInt() {
        assertThat(JdbcOption.NETWORK_TIMEOUT.parse("24d")).isEqualTo(Duration.ofDays(24));
        assertThatThrownBy(() -> JdbcOption.NETWORK_TIMEOUT.parse("25d"))
                .hasMessageStartingWith(
                        "networkTimeout is \"25d\"; expected off or a time up to 24 days ");
    }

    @Test
    void aNumberOutOfRangeIsRefused() {
        refused(
                JdbcOption.MAX_SIZE,
                "0",
                "maxSize is \"0\"; expected a number from 1 to 1000000; write for example maxSize=10");
        refused(
                JdbcOption.MAX_SIZE,
                "ten",
                "maxSize is \"ten\"; expected a number from 1 to 1000000; write for example"
                        + " maxSize=10");
        refused(
                JdbcOption.LIFETIME_JITTER,
                "20%",
                "lifetimeJitter is \"20%\"; expected a number from 0 to 1; write for example"
                        + " lifetimeJitter=0.2");
        refused(
                JdbcOption.LIFETIME_JITTER,
                "NaN",
                "lifetimeJitter is \"NaN\"; expected a number from 0 to 1; write for example"
                        + " lifetimeJitter=0.2");
    }

    @Test
    void unlimitedIsANumberWhereThereNeedBeNoLimit() {
        assertThat(JdbcOption.MAX_WAITING.parse("unlimited")).isEqualTo(Integer.MAX_VALUE);
        refused(
                JdbcOption.MAX_WAITING,
                "-1",
                "maxWaiting is \"-1\"; expected a number of at least 0, or unlimited; write for example"
                        + " maxWaiting=10");
        refused(
                JdbcOption.MIN_SIZE,
                "unlimited",
                "minSize is \"unlimited\"; expected a number from 0 to 1000000; write for example"
                        + " minSize=10");
    }

    @Test
    void aChoiceIsReadHoweverItIsWritten() {
        assertThat(JdbcOption.STARTUP.parse("Warn")).isEqualTo(Startup.WARN);
        assertThat(JdbcOption.ISOLATION.parse("read committed"))
                .isEqualTo(Isolation.READ_COMMITTED);
        assertThat(JdbcOption.ISOLATION.parse("TRANSACTION_SERIALIZABLE"))
                .isEqualTo(Isolation.SERIALIZABLE);
        refused(
                JdbcOption.STARTUP,
                "maybe",
                "startup is \"maybe\"; expected one of fail, warn, lazy; write for example startup=fail");
        refused(
                JdbcOption.ISOLATION,
                "SNAPSHOT",
                "isolation is \"SNAPSHOT\"; expected one of READ_UNCOMMITTED, READ_COMMITTED,"
                        + " REPEATABLE_READ, SERIALIZABLE; write for example isolation=READ_COMMITTED");
    }

    @Test
    void aFlagIsTrueOrFalse() {
        assertThat(JdbcOption.READ_ONLY.parse("TRUE")).isEqualTo(true);
        refused(
                JdbcOption.READ_ONLY,
                "yes",
                "readOnly is \"yes\"; expected true or false; write for example readOnly=true");
    }

    @Test
    void spacesAroundAValueDoNotCountExceptInAPassword() {
        assertThat(JdbcOption.MAX_SIZE.parse(" 7 ")).isEqualTo(7);
        assertThat(JdbcOption.SCHEMA.parse("app ")).isEqualTo("app");
        assertThat(JdbcOption.PASSWORD.parse(" s ")).isEqualTo(" s ");
    }

    @Test
    void aTextThatSaysNothingIsRefused() {
        refused(
                JdbcOption.SCHEMA,
                " ",
                "schema is \" \"; expected some text; write for example schema=public");
        assertThat(JdbcOption.PASSWORD.parse("")).isEqualTo("");
        assertThat(JdbcOption.USERNAME.parse("")).isEqualTo("");
    }

    @Test
    void aUrlThatIsRefusedDoesNotShowItsPassword() {
        refused(
                JdbcOption.URL,
                "postgresql://app:secret@localhost/orders?password=secret",
                "url is \"postgresql://app:***@localhost/orders?password=***\"; expected a JDBC URL, which"
                        + " begins with jdbc:; write for example url=jdbc:postgresql://localhost/orders");
    }

    @Test
    void aClassIsMadeOrRefused() {
        assertThat(JdbcOption.CREDENTIALS_PROVIDER.parse(FixedCredentials.class.getName()))
                .isInstanceOf(FixedCredentials.class);
        refused(
                JdbcOption.CREDENTIALS_PROVIDER,
                "com.example.Missing",
                "credentialsProvider is \"com.example.Missing\"; expected the name of a class that"
                        + " implements io.sluice.jdbc.CredentialsProvider and has a public constructor"
                        + " without parameters; write for example"
                        + " credentialsProvider=com.example.MyCredentialsProvider"
                        + " (java.lang.ClassNotFoundException: com.example.Missing)");
        assertThatThrownBy(() -> JdbcOption.CREDENTIALS_PROVIDER.parse("java.lang.String"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith(
                        " (java.lang.ClassNotFoundException: java.lang.String was found but does not"
                                + " implement io.sluice.jdbc.CredentialsProvider)");
        assertThatThrownBy(() -> JdbcOption.CREDENTIALS_PROVIDER.parse(Unmakeable.class.getName()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith(
                        "failed to be made: java.lang.IllegalStateException: no vault)")
                .hasRootCauseMessage("no vault");
    }

    /** Fails to be made. */
    public static final class Unmakeable implements CredentialsProvider {
        public Unmakeable() {
            throw new IllegalStateException("no vault");
        }

        @Override
        public Credentials credentials() {
            throw new AssertionError();
        }
    }

    @Test
    void anObjectCannotComeFromAFile() {
        refused(
                JdbcOption.DATA_SOURCE,
                "x",
                "dataSource is \"x\"; expected an object, which only Java code can give: name its class"
                        + " with dataSourceClassName");
    }

    /** Made by name. */
    public static final class FixedCredentials implements CredentialsProvider {
        @Override
        public Credentials credentials() {
            return new Credentials("app", "secret");
        }
    }
}
