package io.sluice.jdbc.tenant;

import static io.sluice.pool.fixture.DataSourceInvariants.watched;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.MariaDb;
import io.sluice.jdbc.Postgres;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.xa.Manager;
import io.sluice.pool.fixture.Workers;
import io.sluice.pool.fixture.Workers.Worker;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLNonTransientException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A tenant sees its own and nothing else, whatever the lease before has done to the session. Each
 * tenant has a table with its name in it.
 *
 * <p>{@code -Dsluice.seed=…} repeats the choices of a run.
 */
@Tag("once")
@Tag("mariadb-driver")
@Timeout(120)
class TenantsIT {

    private static final List<String> TENANTS = List.of("acme", "umbrella");

    /** A user that may become either tenant, and by itself sees nothing. */
    private static final String SWITCHER = "switcher";

    @RegisterExtension final Workers workers = new Workers();

    /** Something that a lease does. */
    private interface Work {
        void on(Connection connection) throws SQLException;
    }

    /** How a database keeps tenants apart. */
    private enum Place {
        POSTGRES_SCHEMA(TenantKind.SCHEMA),
        POSTGRES_ROLE(TenantKind.ROLE),
        MARIADB_DRIVER(TenantKind.CATALOG),
        MYSQL_DRIVER(TenantKind.CATALOG);

        private final TenantKind kind;

        Place(TenantKind kind) {
            this.kind = kind;
        }

        /** Statements are prepared on the server, where they belong to what is set there. */
        JdbcPoolConfig.Builder settings() {
            JdbcPoolConfig.Builder settings =
                    JdbcPoolConfig.builder()
                            .name("shared")
                            .maxSize(1)
                            .validateAfterIdle(Duration.ofMinutes(5));
            return switch (this) {
                case POSTGRES_SCHEMA ->
                        settings.url(Postgres.url())
                                .username(Postgres.USER)
                                .password(Postgres.PASSWORD)
                                .dataSourceProperty("prepareThreshold", "1");
                case POSTGRES_ROLE ->
                        settings.url(Postgres.url())
                                .username(SWITCHER)
                                .dataSourceProperty("prepareThreshold", "1");
                case MARIADB_DRIVER -> mariaDb(settings.url(MariaDb.url()));
                case MYSQL_DRIVER -> mariaDb(settings.url(MariaDb.urlForMySql()));
            };
        }

        private static JdbcPoolConfig.Builder mariaDb(JdbcPoolConfig.Builder settings) {
            return settings.username(MariaDb.USER)
                    .password(MariaDb.PASSWORD)
                    .dataSourceProperty("useServerPrepStmts", "true");
        }

        /** What may leave the session switched to umbrella, or to no tenant; some of it fails. */
        List<Work> tricks() {
            List<Work> tricks =
                    new ArrayList<>(
                            List.of(
                                    connection -> connection.setSchema("umbrella"),
                                    connection -> connection.setCatalog("umbrella"),
                                    connection -> {
                                        connection.setAutoCommit(false);
                                        run(connection, "SELECT nothing FROM nowhere");
                                    }));
            for (String sql : statements()) {
                tricks.add(connection -> run(connection, sql));
                tricks.add(connection -> prepare(connection, sql));
                tricks.add(
                        connection -> {
                            connection.setAutoCommit(false);
                            prepare(connection, sql);
                            connection.commit();
                        });
                tricks.add(
                        connection -> {
                            connection.setAutoCommit(false);
                            prepare(connection, sql);
                            connection.rollback();
                        });
                tricks.add(connection -> run(connection.unwrap(driverType(connection)), sql));
            }
            return tricks;
        }

        private List<String> statements() {
            return switch (kind) {
                case SCHEMA ->
                        List.of(
                                "SET search_path TO umbrella",
                                "RESET search_path",
                                "SELECT set_config('search_path', 'umbrella', false)",
                                "SELECT 1; SET search_path TO umbrella",
                                "DO 'BEGIN SET search_path TO umbrella; END'",
                                "SET ROLE umbrella",
                                "RESET ALL",
                                "DISCARD ALL");
                case ROLE ->
                        List.of(
                                "SET ROLE umbrella",
                                "RESET ROLE",
                                "SET ROLE NONE",
                                "SELECT set_config('role', 'umbrella', false)",
                                "SELECT 1; RESET ROLE",
                                "DO 'BEGIN SET ROLE umbrella; END'",
                                "RESET ALL",
                                "DISCARD ALL");
                case CATALOG -> List.of("USE umbrella", "EXECUTE IMMEDIATE 'USE umbrella'");
            };
        }

        private static Class<? extends Connection> driverType(Connection connection)
                throws SQLException {
            String driver = connection.getMetaData().getDriverName();
            if (driver.startsWith("PostgreSQL")) {
                return org.postgresql.jdbc.PgConnection.class;
            }
            return driver.startsWith("MariaDB")
                    ? org.mariadb.jdbc.Connection.class
                    : com.mysql.cj.jdbc.JdbcConnection.class;
        }
    }

    @BeforeAll
    static void makeTenants() throws SQLException {
        try (Connection admin = Postgres.direct()) {
            Postgres.run(admin, "CREATE ROLE " + SWITCHER + " LOGIN");
            for (String tenant : TENANTS) {
                Postgres.run(admin, "CREATE ROLE " + tenant);
                Postgres.run(admin, "GRANT " + tenant + " TO " + SWITCHER + " WITH INHERIT FALSE");
                Postgres.run(admin, "CREATE SCHEMA " + tenant + " AUTHORIZATION " + tenant);
                Postgres.run(admin, "CREATE TABLE " + tenant + ".whose (name varchar(50))");
                Postgres.run(admin, "ALTER TABLE " + tenant + ".whose OWNER TO " + tenant);
                Postgres.run(admin, "INSERT INTO " + tenant + ".whose VALUES ('" + tenant + "')");
                Postgres.run(admin, "GRANT USAGE ON SCHEMA " + tenant + " TO " + Postgres.USER);
                Postgres.run(admin, "GRANT SELECT ON " + tenant + ".whose TO " + Postgres.USER);
            }
        }
        for (String tenant : TENANTS) {
            MariaDb.server().addDatabase(tenant, MariaDb.USER, MariaDb.PASSWORD);
            MariaDb.server().run("CREATE TABLE " + tenant + ".whose (name varchar(50))");
            MariaDb.server().run("INSERT INTO " + tenant + ".whose VALUES ('" + tenant + "')");
        }
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void prepare(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.execute();
        }
    }

    private static String owner(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT name FROM whose");
                ResultSet result = statement.executeQuery()) {
            assertThat(result.next()).isTrue();
            return result.getString(1);
        }
    }

    private static void assertSees(TenantDataSource tenants, String tenant) throws SQLException {
        try (Connection connection = tenants.getConnectionFor(tenant)) {
            assertThat(owner(connection)).isEqualTo(tenant);
        }
    }

    private static void assertNeverReplaced(SluiceDataSource pool) {
        assertThat(pool.snapshot().counters().created()).isOne();
    }

    /** A trick may fail, which is one more thing that a lease can do. */
    private static void attempt(Work trick, Connection connection) {
        try {
            trick.on(connection);
        } catch (SQLException e) {
            // the next lease is looked at
        }
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void noTrickOfALeaseShowsInTheNextOne(Place place) throws SQLException {
        try (SluiceDataSource pool = watched(SluiceDataSource.create(place.settings().build()))) {
            TenantDataSource tenants = new TenantDataSource(pool, place.kind, () -> "acme");
            for (Work trick : place.tricks()) {
                for (String next : TENANTS) {
                    try (Connection connection = tenants.getConnection()) {
                        assertThat(owner(connection)).isEqualTo("acme");
                        attempt(trick, connection);
                    }
                    assertSees(tenants, next);
                }
            }
            assertNeverReplaced(pool);
        }
    }

    /** Whatever else a lease sets by SQL stays, as with every pool, unless the pool resets it. */
    @Test
    void withResetSqlALeaseMayChangeEverything() throws SQLException {
        JdbcPoolConfig.Builder settings = Place.POSTGRES_ROLE.settings().resetSql("DISCARD ALL");
        try (SluiceDataSource pool = watched(SluiceDataSource.create(settings.build()))) {
            TenantDataSource tenants = new TenantDataSource(pool, TenantKind.ROLE, () -> "acme");
            for (String sql :
                    List.of("SET search_path TO nowhere", "CREATE TEMP TABLE whose (name int)")) {
                for (String next : TENANTS) {
                    try (Connection connection = tenants.getConnection()) {
                        run(connection, sql);
                    }
                    assertSees(tenants, next);
                }
            }
            assertNeverReplaced(pool);
        }
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void aRollbackDoesNotBringTheFormerTenantBack(Place place) throws SQLException {
        try (SluiceDataSource pool =
                watched(SluiceDataSource.create(place.settings().autoCommit(false).build()))) {
            TenantDataSource tenants = new TenantDataSource(pool, place.kind, () -> "acme");
            assertSees(tenants, "acme");
            try (Connection connection = tenants.getConnectionFor("umbrella")) {
                connection.rollback();
                assertThat(owner(connection)).isEqualTo("umbrella");
                connection.rollback();
                assertThat(owner(connection)).isEqualTo("umbrella");
            }
            assertSees(tenants, "umbrella");
            assertNeverReplaced(pool);
        }
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void aKeptStatementServesItsTenantOnly(Place place) throws SQLException {
        JdbcPoolConfig.Builder settings = place.settings().statementCacheSize(5);
        try (SluiceDataSource pool = watched(SluiceDataSource.create(settings.build()))) {
            TenantDataSource tenants = new TenantDataSource(pool, place.kind, () -> "acme");
            for (int i = 0; i < 3; i++) {
                assertSees(tenants, "acme");
                assertSees(tenants, "acme");
                assertSees(tenants, "umbrella");
            }
            assertNeverReplaced(pool);
        }
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void anAbortedConnectionLeavesNothingToTheNext(Place place) throws SQLException {
        try (SluiceDataSource pool = watched(SluiceDataSource.create(place.settings().build()))) {
            TenantDataSource tenants = new TenantDataSource(pool, place.kind, () -> "acme");
            try (Connection connection = tenants.getConnection()) {
                assertThat(owner(connection)).isEqualTo("acme");
                connection.abort(Runnable::run);
            }
            assertSees(tenants, "acme");
            assertSees(tenants, "umbrella");
        }
    }

    @Test
    void aRoleThatIsNotThereIsRefusedAndItsConnectionServesTheNext() throws SQLException {
        assertRefused(Place.POSTGRES_ROLE, "nobody");
    }

    @Test
    void aDatabaseThatIsNotThereIsRefusedAndItsConnectionServesTheNext() throws SQLException {
        assertRefused(Place.MARIADB_DRIVER, "nowhere");
        assertRefused(Place.MYSQL_DRIVER, "nowhere");
    }

    private static void assertRefused(Place place, String tenant) throws SQLException {
        try (SluiceDataSource pool =
                watched(SluiceDataSource.create(place.settings().autoCommit(false).build()))) {
            TenantDataSource tenants = new TenantDataSource(pool, place.kind, () -> tenant, 1);
            assertSees(tenants, "acme");
            assertThatThrownBy(tenants::getConnection).isInstanceOf(SQLException.class);
            assertThatThrownBy(tenants::getConnection).isInstanceOf(SQLException.class);
            assertSees(tenants, "acme");
            assertNeverReplaced(pool);
        }
    }

    /** PostgreSQL looks for a schema when a name is used, not when the path is set. */
    @Test
    void aSchemaThatIsNotThereShowsNoTables() throws SQLException {
        try (SluiceDataSource pool =
                watched(SluiceDataSource.create(Place.POSTGRES_SCHEMA.settings().build()))) {
            TenantDataSource tenants =
                    new TenantDataSource(pool, TenantKind.SCHEMA, () -> "nowhere");
            assertSees(tenants, "acme");
            try (Connection connection = tenants.getConnection()) {
                assertThatThrownBy(() -> owner(connection))
                        .isInstanceOf(SQLException.class)
                        .extracting(e -> ((SQLException) e).getSQLState())
                        .isEqualTo("42P01");
            }
        }
    }

    @Test
    void aPoolWithGlobalTransactionsIsRefused() throws SQLException {
        Manager.NARAYANA.get();
        JdbcPoolConfig.Builder settings =
                Place.POSTGRES_SCHEMA.settings().lastResource(true).transactionManager("narayana");
        try (SluiceDataSource pool = watched(SluiceDataSource.create(settings.build()))) {
            TenantDataSource tenants = new TenantDataSource(pool, TenantKind.SCHEMA, () -> "acme");
            assertThatThrownBy(tenants::getConnection)
                    .isInstanceOf(SQLNonTransientException.class)
                    .hasMessageContaining("Pool shared: its connections take part in global");
            assertThat(pool.snapshot().accessible()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void threadsOfManyTenantsSeeTheirOwnAndNoMoreThanTheirMaximum(Place place) throws Exception {
        long seed = Long.getLong("sluice.seed", System.nanoTime());
        List<Work> tricks = place.tricks();
        Map<String, AtomicInteger> inUse = new HashMap<>();
        TENANTS.forEach(tenant -> inUse.put(tenant, new AtomicInteger()));
        JdbcPoolConfig.Builder settings = place.settings().maxSize(3).statementCacheSize(5);
        try (SluiceDataSource pool = watched(SluiceDataSource.create(settings.build()))) {
            TenantDataSource tenants = new TenantDataSource(pool, place.kind, () -> "acme", 2);
            List<Worker<Void>> users = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                SplittableRandom random = new SplittableRandom(seed + i);
                users.add(
                        workers.start(
                                "user-" + i,
                                () -> {
                                    for (int lease = 0; lease < 60; lease++) {
                                        String tenant = TENANTS.get(random.nextInt(2));
                                        use(tenants, tenant, inUse.get(tenant), random, tricks);
                                    }
                                    return null;
                                }));
            }
            for (Worker<Void> user : users) {
                assertThat(user.failure()).as("of -Dsluice.seed=%d", seed).isNull();
            }
        }
    }

    private static void use(
            TenantDataSource tenants,
            String tenant,
            AtomicInteger inUse,
            SplittableRandom random,
            List<Work> tricks)
            throws SQLException {
        try (Connection connection = tenants.getConnectionFor(tenant)) {
            assertThat(inUse.incrementAndGet()).as("connections of " + tenant).isBetween(1, 2);
            try {
                assertThat(owner(connection)).isEqualTo(tenant);
                if (random.nextInt(3) == 0) {
                    attempt(tricks.get(random.nextInt(tricks.size())), connection);
                }
            } finally {
                inUse.decrementAndGet();
            }
        }
    }
}
