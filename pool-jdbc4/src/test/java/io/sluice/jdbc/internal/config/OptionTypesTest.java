package io.sluice.jdbc.internal.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.jdbc.Credentials;
import io.sluice.jdbc.CredentialsProvider;
import io.sluice.jdbc.Isolation;
import io.sluice.jdbc.JdbcOption;
import io.sluice.jdbc.Startup;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How values are read, what is refused, and in which words. */
class OptionTypesTest {

    private static OptionType type(JdbcOption option) {
        return OptionTypes.of(option.key());
    }

    private static Object parse(JdbcOption option, String text) {
        return type(option).read(option.key(), text, text);
    }

    private static void refused(JdbcOption option, String text, String message) {
        assertThatThrownBy(() -> parse(option, text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @EnumSource(JdbcOption.class)
    void theDefaultIsAValueInRange(JdbcOption option) {
        if (!option.defaultText().isEmpty()) {
            assertThat(parse(option, option.defaultText()))
                    .isEqualTo(new OptionValues().get(option));
        } else {
            assertThat(new OptionValues().get(option)).isNull();
        }
    }

    @ParameterizedTest
    @EnumSource(JdbcOption.class)
    void theExampleInTheErrorTextWorks(JdbcOption option) {
        String example = type(option).example();
        if (!example.isEmpty() && !option.kind().equals("class name")) {
            assertThat(parse(option, example)).isNotNull();
        }
    }

    /** The long s and the dotless i have letters of ASCII as their capitals. */
    @ParameterizedTest
    @ValueSource(strings = {"\u017ftandby", "pr\u0131mary"})
    void noLetterOutsideOfAsciiIsTakenForOneOfAWord(String text) {
        refused(
                JdbcOption.TARGET_ROLE,
                text,
                "targetRole is \""
                        + text
                        + "\"; expected one of any, primary, standby,"
                        + " prefer-standby; write for example targetRole=primary");
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
        assertThat(parse(JdbcOption.ACQUIRE_TIMEOUT, text)).isEqualTo(expected);
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
        assertThat(parse(JdbcOption.IDLE_TIMEOUT, "off")).isEqualTo(Duration.ZERO);
        assertThat(parse(JdbcOption.LEAK_THRESHOLD, "OFF")).isEqualTo(Duration.ZERO);
        refused(
                JdbcOption.CONNECT_TIMEOUT,
                "off",
                "connectTimeout is \"off\"; expected a time above 0 up to 36500 days (as 500ms, 30s, 5m,"
                        + " 1h, 1d, PT30S, or a bare number of milliseconds); write for example"
                        + " connectTimeout=10s");
    }

    @Test
    void aTimeThatADriverGetsFitsAnInt() {
        assertThat(parse(JdbcOption.NETWORK_TIMEOUT, "24d")).isEqualTo(Duration.ofDays(24));
        assertThatThrownBy(() -> parse(JdbcOption.NETWORK_TIMEOUT, "25d"))
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
        assertThat(parse(JdbcOption.MAX_WAITING, "unlimited")).isEqualTo(Integer.MAX_VALUE);
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
        assertThat(parse(JdbcOption.STARTUP, "Warn")).isEqualTo(Startup.WARN);
        assertThat(parse(JdbcOption.ISOLATION, "read committed"))
                .isEqualTo(Isolation.READ_COMMITTED);
        assertThat(parse(JdbcOption.ISOLATION, "TRANSACTION_SERIALIZABLE"))
                .isEqualTo(Isolation.SERIALIZABLE);
        refused(
                JdbcOption.STARTUP,
                "maybe",
                "startup is \"maybe\"; expected one of fail, full, warn, lazy; write for example startup=fail");
        refused(
                JdbcOption.ISOLATION,
                "SNAPSHOT",
                "isolation is \"SNAPSHOT\"; expected one of READ_UNCOMMITTED, READ_COMMITTED,"
                        + " REPEATABLE_READ, SERIALIZABLE; write for example isolation=READ_COMMITTED");
    }

    @Test
    void aFlagIsTrueOrFalse() {
        assertThat(parse(JdbcOption.READ_ONLY, "TRUE")).isEqualTo(true);
        refused(
                JdbcOption.READ_ONLY,
                "yes",
                "readOnly is \"yes\"; expected true or false; write for example readOnly=true");
    }

    @Test
    void spacesAroundAValueDoNotCountExceptInAPassword() {
        assertThat(parse(JdbcOption.MAX_SIZE, " 7 ")).isEqualTo(7);
        assertThat(parse(JdbcOption.SCHEMA, "app ")).isEqualTo("app");
        assertThat(parse(JdbcOption.PASSWORD, " s ")).isEqualTo(" s ");
    }

    @Test
    void aTextThatSaysNothingIsRefused() {
        refused(
                JdbcOption.SCHEMA,
                " ",
                "schema is \" \"; expected some text; write for example schema=public");
        assertThat(parse(JdbcOption.PASSWORD, "")).isEqualTo("");
        assertThat(parse(JdbcOption.USERNAME, "")).isEqualTo("");
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
    void nothingIsShownOfAValueWithASecretUnderTheKeyOfANumber() {
        String login = "{password=hidden7391 x}://app:hidden7391)veiled5824@db{password=x@y}";
        refused(
                JdbcOption.MAX_SIZE,
                login,
                "maxSize is \"***\"; expected a number from 1 to 1000000; write for example"
                        + " maxSize=10");
    }

    @Test
    void aClassIsMadeOrRefused() {
        assertThat(parse(JdbcOption.CREDENTIALS_PROVIDER, FixedCredentials.class.getName()))
                .isInstanceOf(FixedCredentials.class);
        refused(
                JdbcOption.CREDENTIALS_PROVIDER,
                "com.example.Missing",
                "credentialsProvider is \"com.example.Missing\"; expected the name of a class that"
                        + " implements io.sluice.jdbc.CredentialsProvider and has a public constructor"
                        + " without parameters; write for example"
                        + " credentialsProvider=com.example.MyCredentialsProvider"
                        + " (java.lang.ClassNotFoundException: com.example.Missing)");
        assertThatThrownBy(() -> parse(JdbcOption.CREDENTIALS_PROVIDER, "java.lang.String"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith(
                        " (java.lang.ClassNotFoundException: java.lang.String was found but does not"
                                + " implement io.sluice.jdbc.CredentialsProvider)");
        assertThatThrownBy(() -> parse(JdbcOption.CREDENTIALS_PROVIDER, Unmakeable.class.getName()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith(
                        "could not be instantiated: java.lang.IllegalStateException: no vault)")
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
                "dataSource is \"x\"; expected an object, which only Java code can set: name"
                        + " its class"
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
