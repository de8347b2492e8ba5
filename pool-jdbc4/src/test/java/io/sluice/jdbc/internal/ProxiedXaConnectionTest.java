package io.sluice.jdbc.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SilentSource;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.Transactions;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Drivers may give out the connections of XA sessions as reflective proxies. */
class ProxiedXaConnectionTest {

    private static final List<String> CALLS = new CopyOnWriteArrayList<>();

    /** What {@code unwrap} answers: it is thrown, or null stands for the proxy itself. */
    private static Throwable refusal;

    /** A driver whose proxies do not say what is behind them. */
    public static final class Source extends SilentSource implements XADataSource {

        @Override
        public XAConnection getXAConnection() {
            Connection guarded = proxy(Connection.class, null);
            return proxy(XAConnection.class, guarded);
        }

        @Override
        public XAConnection getXAConnection(String user, String password) {
            return getXAConnection();
        }
    }

    private static <T> T proxy(Class<T> type, Connection connection) {
        return type.cast(
                Proxy.newProxyInstance(
                        ProxiedXaConnectionTest.class.getClassLoader(),
                        new Class<?>[] {type},
                        (self, method, arguments) -> {
                            CALLS.add(method.getName());
                            return switch (method.getName()) {
                                case "getConnection" -> connection;
                                case "unwrap" -> {
                                    if (refusal != null) {
                                        throw refusal;
                                    }
                                    yield self;
                                }
                                case "isValid", "getAutoCommit" -> true;
                                case "hashCode" -> System.identityHashCode(self);
                                case "getNetworkTimeout" -> 0;
                                default -> null;
                            };
                        }));
    }

    @BeforeEach
    void forget() {
        CALLS.clear();
        refusal = null;
    }

    static List<Throwable> refusals() {
        return List.of(
                new SQLException("Cannot unwrap to java.sql.Connection"),
                new UnsupportedOperationException(),
                new IllegalStateException("not a wrapper"),
                new AbstractMethodError("unwrap"));
    }

    private static SluiceDataSource open() throws SQLException {
        return SluiceDataSource.create(
                JdbcPoolConfig.builder()
                        .xaDataSourceClassName(Source.class.getName())
                        .transactions(Transactions.OFF)
                        .build());
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void aProxyThatCannotBeUnwrappedServes(Throwable unwrapping) throws SQLException {
        refusal = unwrapping;
        try (SluiceDataSource pool = open()) {
            pool.getConnection().close();
        }
        assertThat(CALLS).doesNotContain("beginRequest", "endRequest");
    }

    @Test
    void aProxyThatUnwrapsToItselfIsToldOfNoRequests() throws SQLException {
        try (SluiceDataSource pool = open()) {
            pool.getConnection().close();
        }
        assertThat(CALLS).doesNotContain("beginRequest", "endRequest");
    }
}
