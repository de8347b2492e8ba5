package io.sluice.jdbc.internal.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.jdbc.EffectiveOption;
import io.sluice.jdbc.JdbcOption;
import io.sluice.jdbc.OptionSource;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Properties;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files of other pools, and what is read from them. */
class DialectTest {

    private final PropertiesReader reader =
            new PropertiesReader(Map.of("DB_PASSWORD", "secret of the environment"));

    private static Properties properties(String text) {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties;
    }

    private OptionValues read(String text) {
        return reader.read(properties(text));
    }

    /** What is set, as a file of Sluice would have it, but for the vendor's settings. */
    private static Map<String, String> set(OptionValues values) {
        Map<String, String> set = new TreeMap<>();
        for (EffectiveOption effective : values.effective()) {
            JdbcOption option = effective.option();
            boolean isSet =
                    effective.source() != OptionSource.DEFAULT
                            || effective.where().startsWith("default of ");
            if (isSet && option != JdbcOption.DATA_SOURCE_PROPERTIES) {
                set.put(option.key(), effective.value());
            }
        }
        return set;
    }

    private void refused(String message, String text) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    // A file of each pool

    @Test
    void aFileOfHikariCpIsTranslated() {
        OptionValues values =
                read(
                        """
                        jdbcUrl=jdbc:postgresql://localhost/orders
                        username=app
                        password=${DB_PASSWORD}
                        poolName=orders
                        maximumPoolSize=20
                        minimumIdle=5
                        connectionTimeout=5000
                        validationTimeout=2000
                        idleTimeout=300000
                        maxLifetime=0
                        keepaliveTime=60000
                        leakDetectionThreshold=30000
                        initializationFailTimeout=-1
                        transactionIsolation=TRANSACTION_READ_COMMITTED
                        connectionInitSql=SET ROLE app
                        registerMbeans=true
                        allowPoolSuspension=true
                        dataSource.ApplicationName=orders service
                        dataSource.prepareThreshold=3
                        """);

        assertThat(set(values))
                .isEqualTo(
                        Map.ofEntries(
                                Map.entry("url", "jdbc:postgresql://localhost/orders"),
                                Map.entry("username", "app"),
                                Map.entry("password", "(not shown)"),
                                Map.entry("name", "orders"),
                                Map.entry("maxSize", "20"),
                                Map.entry("minSize", "5"),
                                Map.entry("acquireTimeout", "5s"),
                                Map.entry("validationTimeout", "2s"),
                                Map.entry("idleTimeout", "5m"),
                                Map.entry("maxLifetime", "off"),
                                Map.entry("keepaliveInterval", "1m"),
                                Map.entry("leakThreshold", "30s"),
                                Map.entry("startup", "lazy"),
                                Map.entry("isolation", "READ_COMMITTED"),
                                Map.entry("initSql", "SET ROLE app"),
                                Map.entry("registerMbean", "true")));
        assertThat(values.text(JdbcOption.PASSWORD)).isEqualTo("secret of the environment");
        assertThat(values.dataSourceProperties())
                .isEqualTo(Map.of("ApplicationName", "orders service", "prepareThreshold", "3"));
        assertThat(Warnings.about(values)).isEmpty();
    }

    @Test
    void aFileOfHikariCpMayNameADataSource() {
        OptionValues values =
                read(
                        """
                        dataSourceClassName=org.postgresql.ds.PGSimpleDataSource
                        dataSource.user=app
                        dataSource.password=secret
                        dataSource.databaseName=orders
                        maximumPoolSize=3
                        """);

        assertThat(set(values))
                .isEqualTo(
                        Map.of(
                                "dataSourceClassName",
                                "org.postgresql.ds.PGSimpleDataSource",
                                "maxSize",
                                "3"));
        assertThat(values.dataSourceProperties())
                .isEqualTo(Map.of("user", "app", "password", "secret", "databaseName", "orders"));
    }

    @Test
    void aFileOfAgroalIsTranslated() {
        OptionValues values =
                read(
                        """
                        jdbcUrl=jdbc:postgresql://localhost/orders
                        providerClassName=org.postgresql.Driver
                        principal=app
                        credential= secret with a space before
                        maxSize=20
                        minSize=2
                        initialSize=5
                        acquisitionTimeout_s=5
                        reapTimeout=PT5M
                        maxLifetime_m=15
                        idleValidation=PT0S
                        connectionValidator=sql[SELECT 1]3
                        leakTimeout_ms=0
                        jdbcTransactionIsolation=SERIALIZABLE
                        initialSQL=SET ROLE app
                        exceptionSorter=PostgreSQL
                        transactionRequirement=OFF
                        jdbcProperties=ApplicationName=orders;prepareThreshold=3
                        flushOnClose=false
                        """);

        assertThat(set(values))
                .isEqualTo(
                        Map.ofEntries(
                                Map.entry("url", "jdbc:postgresql://localhost/orders"),
                                Map.entry("driverClassName", "org.postgresql.Driver"),
                                Map.entry("username", "app"),
                                Map.entry("password", "(not shown)"),
                                Map.entry("maxSize", "20"),
                                Map.entry("minSize", "2"),
                                Map.entry("acquireTimeout", "5s"),
                                Map.entry("idleTimeout", "5m"),
                                Map.entry("maxLifetime", "15m"),
                                Map.entry("validationQuery", "SELECT 1"),
                                Map.entry("validationTimeout", "3s"),
                                Map.entry("leakThreshold", "off"),
                                Map.entry("isolation", "SERIALIZABLE"),
                                Map.entry("initSql", "SET ROLE app")));
        assertThat(values.text(JdbcOption.PASSWORD)).isEqualTo("secret with a space before");
        assertThat(values.dataSourceProperties())
                .isEqualTo(Map.of("ApplicationName", "orders", "prepareThreshold", "3"));
        assertThat(Warnings.about(values))
                .containsExactly(
                        "initialSize has no effect: minSize is already set by key minSize (Agroal);"
                                + " remove one of them");
    }

    @Test
    void anXaDataSourceOfAgroalGetsTheUrl() {
        OptionValues values =
                read(
                        """
                        jdbcUrl=jdbc:postgresql://localhost/orders
                        providerClassName=org.postgresql.xa.PGXADataSource
                        principal=app
                        maxSize=20
                        name=orders
                        transactionManager=narayana
                        """);

        assertThat(set(values))
                .isEqualTo(
                        Map.of(
                                "name",
                                "orders",
                                "xaDataSourceClassName",
                                "org.postgresql.xa.PGXADataSource",
                                "username",
                                "app",
                                "maxSize",
                                "20",
                                "transactionManager",
                                "narayana"));
        assertThat(values.dataSourceProperties())
                .isEqualTo(Map.of("url", "jdbc:postgresql://localhost/orders"));
    }

    @Test
    void aFileOfDbcp2IsTranslated() {
        OptionValues values =
                read(
                        """
                        driverClassName=org.h2.Driver
                        url=jdbc:h2:mem:x
                        username=sa
                        password=
                        initialSize=2
                        maxTotal=-1
                        maxIdle=10
                        minIdle=2
                        maxWaitMillis=-1
                        validationQuery=SELECT 1
                        validationQueryTimeout=3
                        testOnBorrow=true
                        maxConnLifetimeMillis=-1
                        minEvictableIdleTimeMillis=60000
                        defaultAutoCommit=true
                        defaultTransactionIsolation=READ_COMMITTED
                        connectionInitSqls=SET SCHEMA PUBLIC;
                        connectionProperties=MODE=PostgreSQL;
                        poolPreparedStatements=true
                        maxOpenPreparedStatements=50
                        removeAbandonedOnBorrow=false
                        """);

        assertThat(set(values))
                .isEqualTo(
                        Map.ofEntries(
                                Map.entry("driverClassName", "org.h2.Driver"),
                                Map.entry("url", "jdbc:h2:mem:x"),
                                Map.entry("username", "sa"),
                                Map.entry("password", "(not shown)"),
                                Map.entry("maxSize", "1000000"),
                                Map.entry("minSize", "2"),
                                Map.entry("acquireTimeout", "36500d"),
                                Map.entry("validationQuery", "SELECT 1"),
                                Map.entry("validationTimeout", "3s"),
                                Map.entry("maxLifetime", "off"),
                                Map.entry("idleTimeout", "1m"),
                                Map.entry("autoCommit", "true"),
                                Map.entry("isolation", "READ_COMMITTED"),
                                Map.entry("initSql", "SET SCHEMA PUBLIC"),
                                Map.entry("statementCacheSize", "50")));
        assertThat(values.dataSourceProperties()).isEqualTo(Map.of("MODE", "PostgreSQL"));
        assertThat(Warnings.about(values))
                .containsExactly(
                        "initialSize has no effect: minSize is already set by key minIdle (DBCP2);"
                                + " remove one of them",
                        "poolPreparedStatements of DBCP2 has no counterpart;"
                                + " maxOpenPreparedStatements becomes statementCacheSize");
    }

    @Test
    void keysOfDbcp2MayHaveHyphens() {
        assertThat(
                        set(
                                read(
                                        "url=jdbc:h2:mem:x\ndriver-class-name=org.h2.Driver\n"
                                                + "max-total=7\nmax-wait-millis=250\n")))
                .isEqualTo(
                        Map.of(
                                "url",
                                "jdbc:h2:mem:x",
                                "driverClassName",
                                "org.h2.Driver",
                                "maxSize",
                                "7",
                                "acquireTimeout",
                                "250ms"));
    }

    @Test
    void aFileOfTomcatJdbcIsTranslated() {
        assertThat(
                        set(
                                read(
                                        """
                                        url=jdbc:h2:mem:x
                                        username=sa
                                        maxActive=40
                                        minIdle=0
                                        maxWait=10000
                                        maxAge=1800000
                                        validationInterval=30000
                                        suspectTimeout=60
                                        initSQL=SELECT 1
                                        jmxEnabled=false
                                        ignoreExceptionOnPreLoad=true
                                        jdbcInterceptors=ConnectionState;\
                                        org.apache.tomcat.jdbc.pool.interceptor.StatementFinalizer\
                                        (trace=true)
                                        fairQueue=true
                                        """)))
                .isEqualTo(
                        Map.ofEntries(
                                Map.entry("url", "jdbc:h2:mem:x"),
                                Map.entry("username", "sa"),
                                Map.entry("maxSize", "40"),
                                Map.entry("minSize", "0"),
                                Map.entry("acquireTimeout", "10s"),
                                Map.entry("maxLifetime", "30m"),
                                Map.entry("validateAfterIdle", "30s"),
                                Map.entry("leakThreshold", "1m"),
                                Map.entry("initSql", "SELECT 1"),
                                Map.entry("registerMbean", "false"),
                                Map.entry("startup", "warn")));
    }

    @Test
    void aFileOfC3p0IsTranslated() {
        OptionValues values =
                read(
                        """
                        c3p0.jdbcUrl=jdbc:h2:mem:x
                        c3p0.driverClass=org.h2.Driver
                        c3p0.user=sa
                        c3p0.minPoolSize=2
                        c3p0.maxIdleTime=300
                        c3p0.maxIdleTimeExcessConnections=0
                        c3p0.maxConnectionAge=3600
                        c3p0.checkoutTimeout=0
                        c3p0.idleConnectionTestPeriod=30
                        c3p0.maxStatements=100
                        c3p0.unreturnedConnectionTimeout=0
                        com.mchange.v2.log.MLog=com.mchange.v2.log.slf4j.Slf4jMLog
                        """);

        assertThat(set(values))
                .isEqualTo(
                        Map.of(
                                "url", "jdbc:h2:mem:x",
                                "driverClassName", "org.h2.Driver",
                                "username", "sa",
                                "minSize", "2",
                                "maxSize", "15",
                                "idleTimeout", "5m",
                                "maxLifetime", "1h",
                                "acquireTimeout", "36500d",
                                "keepaliveInterval", "30s"));
        assertThat(Warnings.about(values))
                .containsExactly(
                        "c3p0.maxStatements of c3p0 has no counterpart; set"
                                + " maxStatementsPerConnection, which becomes statementCacheSize",
                        "com.mchange.v2.log.MLog of c3p0 has no counterpart; settings of c3p0's"
                                + " libraries have no effect");
    }

    @Test
    void aFileOfDruidIsTranslated() {
        OptionValues values =
                read(
                        """
                        druid.url=jdbc:h2:mem:x
                        druid.username=sa
                        druid.maxActive=20
                        druid.initialSize=1
                        druid.maxWait=6000
                        druid.maxWaitThreadCount=-1
                        druid.phyTimeoutMillis=-1
                        druid.socketTimeout=10000
                        druid.keepAlive=true
                        druid.filters=stat,slf4j
                        druid.stat.slowSqlMillis=500
                        druid.defaultTransactionIsolation=2
                        """);

        assertThat(set(values))
                .isEqualTo(
                        Map.of(
                                "url", "jdbc:h2:mem:x",
                                "username", "sa",
                                "maxSize", "20",
                                "minSize", "1",
                                "acquireTimeout", "6s",
                                "maxWaiting", "unlimited",
                                "maxLifetime", "off",
                                "networkTimeout", "10s",
                                "isolation", "READ_COMMITTED"));
        assertThat(Warnings.about(values))
                .containsExactly(
                        "druid.stat.slowSqlMillis of Druid has no counterpart; publish figures with"
                                + " SluiceMeterBinder");
    }

    private static final String RESOURCE =
            """
            resource.ds.className=org.postgresql.xa.PGXADataSource
            resource.ds.uniqueName=jdbc/orders
            resource.ds.minPoolSize=1
            resource.ds.maxPoolSize=5
            resource.ds.acquisitionTimeout=10
            resource.ds.maxIdleTime=120
            resource.ds.allowLocalTransactions=true
            resource.ds.driverProperties.user=app
            resource.ds.driverProperties.password=secret
            resource.ds.driverProperties.URL=jdbc:postgresql://localhost/orders
            """;

    @Test
    void aFileOfBitronixIsTranslated() {
        OptionValues values = read(RESOURCE + "transactionManager=narayana\n");

        assertThat(set(values))
                .isEqualTo(
                        Map.of(
                                "xaDataSourceClassName", "org.postgresql.xa.PGXADataSource",
                                "name", "jdbc/orders",
                                "minSize", "1",
                                "maxSize", "5",
                                "acquireTimeout", "10s",
                                "idleTimeout", "2m",
                                "transactions", "optional",
                                "transactionManager", "narayana"));
        assertThat(values.dataSourceProperties())
                .isEqualTo(
                        Map.of(
                                "user", "app",
                                "password", "secret",
                                "URL", "jdbc:postgresql://localhost/orders"));
    }

    /** Bitronix was the transaction manager, and there must be another. */
    @Test
    void aFileOfBitronixNeedsATransactionManager() {
        refused(
                "transactions is set and no transaction manager is configured; set"
                        + " transactionManager, or transactions=off",
                RESOURCE);
        assertThat(set(read(RESOURCE + "transactions=off\n"))).containsEntry("transactions", "off");
    }

    @Test
    void theLastResourceOfBitronixIsOneHere() {
        OptionValues values =
                read(
                        """
                        resource.ds.className=bitronix.tm.resource.jdbc.lrc.LrcXADataSource
                        resource.ds.uniqueName=orders
                        resource.ds.maxPoolSize=5
                        resource.ds.driverProperties.driverClassName=org.h2.Driver
                        resource.ds.driverProperties.url=jdbc:h2:mem:x
                        resource.ds.driverProperties.user=sa
                        transactionManager=narayana
                        """);

        assertThat(set(values))
                .isEqualTo(
                        Map.of(
                                "name", "orders",
                                "maxSize", "5",
                                "lastResource", "true",
                                "driverClassName", "org.h2.Driver",
                                "url", "jdbc:h2:mem:x",
                                "username", "sa",
                                "transactionManager", "narayana"));
        assertThat(values.dataSourceProperties()).isEmpty();
    }

    @Test
    void eachResourceOfBitronixIsAPool() {
        String audit = RESOURCE.replace("resource.ds.", "resource.ds2.");
        Properties both =
                properties(
                        RESOURCE
                                + audit.replace("jdbc/orders", "audit")
                                + "transactionManager=narayana\n");
        NavigableMap<String, OptionValues> pools = reader.readPools(both);

        assertThat(pools).containsOnlyKeys("audit", "jdbc/orders");
        assertThat(pools.get("audit").text(JdbcOption.NAME)).isEqualTo("audit");
        assertThat(pools.get("audit").text(JdbcOption.TRANSACTION_MANAGER)).isEqualTo("narayana");
        assertThatThrownBy(() -> reader.read(both))
                .hasMessage(
                        "the keys resource.ds.*, resource.ds2.* are of several resources of"
                                + " Bitronix; load the file with SluicePools.load, or keep one of"
                                + " them");
        assertThatThrownBy(
                        () ->
                                reader.readPools(
                                        properties(
                                                RESOURCE
                                                        + audit
                                                        + "transactionManager=narayana\n")))
                .hasMessage(
                        "resource.ds2.uniqueName is \"jdbc/orders\", as that of another resource;"
                                + " give each a name of its own");
        assertThatThrownBy(() -> reader.readPools(properties("resource.ds=x\n")))
                .hasMessage(
                        "resource.ds is not a valid key of Bitronix; expected"
                                + " resource.NAME.OPTION, for example resource.orders.maxPoolSize");
    }

    @Test
    void poolsOfOneFileMayHaveDifferentNames() {
        NavigableMap<String, OptionValues> pools =
                reader.readPools(
                        properties(
                                """
                                username=sa
                                pool.orders.jdbcUrl=jdbc:h2:mem:x
                                pool.orders.maximumPoolSize=4
                                pool.audit.url=jdbc:h2:mem:y
                                pool.audit.maxSize=5
                                """));

        assertThat(set(pools.get("orders")))
                .isEqualTo(
                        Map.of(
                                "name", "orders",
                                "url", "jdbc:h2:mem:x",
                                "username", "sa",
                                "maxSize", "4"));
        assertThat(set(pools.get("audit"))).containsEntry("maxSize", "5");
        assertThatThrownBy(
                        () ->
                                reader.readPools(
                                        properties(
                                                "pool.a.jdbcUrl=jdbc:h2:mem:x\npool.a.poolName=b")))
                .hasMessage(
                        "pool.a.poolName cannot be set; the keys name the pool, as in"
                                + " pool.orders.url: remove the line");
    }

    // Recognised, or named

    @Test
    void aFileThatCouldBeOfSeveralPoolsIsRefusedUntilItNamesOne() {
        String text = "url=jdbc:h2:mem:x\nmaxActive=3\nmaxWait=1000\n";
        assertThatThrownBy(() -> read(text))
                .hasMessageStartingWith("3 problems in the configuration:")
                .hasMessageContaining(
                        "  - the options could be those of Tomcat JDBC and Druid; if they are, add"
                                + " dialect=tomcat or dialect=druid, else use the names of Sluice")
                .hasMessageContaining(
                        "  - unknown option \"maxActive\"; maxActive of Tomcat JDBC and Druid is"
                                + " maxSize here");
        assertThat(set(read(text + "dialect=tomcat\n")))
                .isEqualTo(Map.of("url", "jdbc:h2:mem:x", "maxSize", "3", "acquireTimeout", "1s"));
        refused(
                "dialect is \"vibur\"; expected the pool whose options the file has: hikaricp,"
                        + " agroal, dbcp2, tomcat, c3p0, druid, bitronix",
                text + "dialect=vibur\n");
        refused(
                "dialect is \"jdbc:x;password=***\"; expected the pool whose options the file has:"
                        + " hikaricp, agroal, dbcp2, tomcat, c3p0, druid, bitronix",
                text + "dialect=jdbc:x;password=hidden\n");
    }

    /** Agroal has no option for these two. */
    @Test
    void optionsThatTheOtherPoolHasNoNameForMayBeAdded() {
        assertThat(
                        set(
                                read(
                                        "jdbcUrl=jdbc:h2:mem:x\nprincipal=sa\nname=orders\n"
                                                + "resetSql=SELECT 1\n")))
                .isEqualTo(
                        Map.of(
                                "url", "jdbc:h2:mem:x",
                                "username", "sa",
                                "name", "orders",
                                "resetSql", "SELECT 1"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    acquireTimeout | acquireTimeout is Sluice's name, but this file has HikariCP's\
                     names; use connectionTimeout, or Sluice's names throughout
                    maximumPoolsize | unknown option "maximumPoolsize" among those of HikariCP; did\
                     you mean maximumPoolSize
                    x | unknown option "x" among those of HikariCP; docs/migrating.md lists its\
                     options
                    """)
    void namesOfTwoPoolsAreRefused(String key, String message) {
        refused(
                message,
                "jdbcUrl=jdbc:h2:mem:x\nusername=sa\nconnectionTestQuery=SELECT 1\n"
                        + key
                        + "=5000\n");
    }

    // What cannot be translated

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    tomcat | removeAbandoned  | true | leaks are reported and never taken back;\
                     remove it, and set suspectTimeout, which becomes leakThreshold
                    tomcat | commitOnReturn   | true | an open transaction is always rolled back;\
                     remove it and commit before close
                    tomcat | jdbcInterceptors | ConnectionState;QueryTimeoutInterceptor | there are\
                     no interceptors; remove the others
                    druid  | filters          | stat,wall | there are no filters, wall and config\
                     among them; remove the others
                    dbcp2  | defaultQueryTimeout | 30 | set the time-out of each statement, or\
                     networkTimeout
                    """)
    void whatAnApplicationMayRelyOnIsRefused(
            String dialect, String key, String value, String advice) {
        refused(
                key + " is \"" + value + "\" and has no counterpart; " + advice,
                "url=jdbc:h2:mem:x\ndialect=" + dialect + "\n" + key + "=" + value + "\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    tomcat | removeAbandoned     | false
                    druid  | queryTimeout        | -1
                    druid  | filters             |
                    druid  | exceptionSorter     | com.alibaba.druid.pool.vendor.PGExceptionSorter
                    dbcp2  | rollbackOnReturn    | true
                    dbcp2  | validationQuery     |
                    """)
    void whatLosesNothingIsAccepted(String dialect, String key, String value) {
        OptionValues values =
                read(
                        "url=jdbc:h2:mem:x\ndialect="
                                + dialect
                                + "\n"
                                + key
                                + "="
                                + (value == null ? "" : value)
                                + "\n");
        assertThat(Warnings.about(values)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    hikaricp | connectionTimeout  | soon | a number of milliseconds
                    hikaricp | maximumPoolSize    | many |
                    agroal   | reapTimeout        | 300  | a time in the ISO form, as PT30S
                    agroal   | connectionValidator | com.example.Mine | empty, default or sql[...]
                    dbcp2    | maxTotal           | x    | a number
                    dbcp2    | connectionProperties | a  | settings as a=b;c=d
                    dbcp2    | connectionInitSqls | A;B  | one statement; for several write a\
                     ConnectionCustomizer
                    c3p0     | maxIdleTime        | 1e3  | a number of seconds
                    tomcat   | ignoreExceptionOnPreLoad | x | one of true, false
                    bitronix | acquisitionTimeout | -1   | a number of seconds
                    """)
    void aValueThatTheOtherPoolWouldNotTakeIsRefused(
            String dialect, String key, String value, String expected) {
        assertThatThrownBy(() -> read("dialect=" + dialect + "\n" + key + "=" + value + "\n"))
                .hasMessageContaining(
                        key
                                + " is \""
                                + value
                                + "\"; expected "
                                + (expected == null
                                        ? "a number from 1 to 1000000"
                                        : expected
                                                + ", as "
                                                + Dialect.withKey(dialect).title()
                                                + " has it"));
    }

    @Test
    void aSecretIsNeverShown() {
        assertThatThrownBy(
                        () ->
                                read(
                                        """
                                        dialect=druid
                                        url=jdbc:h2:mem:x
                                        connectionProperties=a
                                        passwordCallbackClassName=hidden
                                        """))
                .hasMessageContaining(
                        "passwordCallbackClassName is \"(not shown)\" and has no counterpart")
                .hasMessageNotContaining("hidden");
    }

    // Both, whatever is wrong

    @Test
    void aFileIsExaminedWhateverIsWrongWithIt(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("orders.properties");
        Files.writeString(file, RESOURCE);
        PropertiesReader.Contents contents = reader.examine(file);
        assertThat(contents.pools()).containsOnlyKeys("jdbc/orders");
        assertThat(contents.problem())
                .startsWith(file + ": resource ds: transactions is set and no transaction manager");

        Files.writeString(file, "jdbcUrl=jdbc:h2:mem:x\nmaximumPoolSize=2\npoolName=one\n");
        contents = reader.examine(file);
        assertThat(contents.pools()).containsOnlyKeys("one");
        assertThat(contents.problem()).isNull();
        assertThat(contents.pools().get("one").values().effective())
                .filteredOn(effective -> effective.option() == JdbcOption.MAX_SIZE)
                .extracting(EffectiveOption::toString)
                .containsExactly(
                        "maxSize = 2 (key maximumPoolSize of orders.properties (HikariCP))");
    }
}
