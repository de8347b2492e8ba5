package io.sluice.jdbc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SilentSource;
import io.sluice.jdbc.Transactions;
import io.sluice.jdbc.internal.connect.DriverSession;
import io.sluice.jdbc.internal.connect.XaSource;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The session of an XA driver is closed with its connection, whatever fails on the way. */
class XaSessionTest {

    private static final List<String> CALLS = new ArrayList<>();
    private static final Map<String, Throwable> FAILURES = new HashMap<>();

    private static final SQLException GONE = new SQLException("gone", "08006");

    /** A source whose objects write down what is called, and fail where the test says so. */
    public static final class RecordingXaSource extends SilentSource implements XADataSource {

        @Override
        public XAConnection getXAConnection() {
            return session();
        }

        @Override
        public XAConnection getXAConnection(String user, String password) {
            return session();
        }
    }

    private static <T> T recording(Class<T> type, String name, Object answer) {
        InvocationHandler handler =
                (proxy, method, arguments) -> {
                    String call = name + "." + method.getName();
                    CALLS.add(call);
                    if (FAILURES.containsKey(call)) {
                        throw FAILURES.get(call);
                    }
                    return answer;
                };
        return type.cast(
                Proxy.newProxyInstance(
                        XaSessionTest.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static XAConnection session() {
        return recording(XAConnection.class, "xa", connection());
    }

    private static Connection connection() {
        return recording(Connection.class, "connection", null);
    }

    private static XaSource source() throws SQLException {
        return XaSource.of(
                JdbcPoolConfig.builder()
                        .xaDataSourceClassName(RecordingXaSource.class.getName())
                        .transactions(Transactions.OFF)
                        .build());
    }

    @BeforeEach
    void forget() {
        CALLS.clear();
        FAILURES.clear();
    }

    @Test
    void isClosedAlsoWhenItsConnectionCannotBe() {
        DriverSession session = DriverSession.of(connection(), session());
        FAILURES.put("connection.close", GONE);

        assertThatThrownBy(session::close).isSameAs(GONE);

        assertThat(CALLS).containsExactly("connection.close", "xa.close");
    }

    @Test
    void isClosedWhenItHasNoConnectionToGive() throws SQLException {
        XaSource source = source();
        SQLException closing = new SQLException("nor can it be closed");
        FAILURES.put("xa.getConnection", GONE);
        FAILURES.put("xa.close", closing);

        assertThatThrownBy(() -> source.open(null)).isSameAs(GONE).hasSuppressedException(closing);

        assertThat(CALLS).containsExactly("xa.getConnection", "xa.close");
    }

    /** Some drivers keep their first failure, and throw it again at each call. */
    @Test
    void isClosedWhenItsDriverThrowsTheSameAgain() throws SQLException {
        XaSource source = source();
        FAILURES.put("xa.getConnection", GONE);
        FAILURES.put("xa.close", GONE);

        assertThatThrownBy(() -> source.open(null)).isSameAs(GONE);

        assertThat(CALLS).containsExactly("xa.getConnection", "xa.close");
    }

    @Test
    void isClosedWhenItsDriverFailsWithAnError() throws SQLException {
        XaSource source = source();
        NoSuchMethodError error = new NoSuchMethodError("getConnection");
        FAILURES.put("xa.getConnection", error);

        assertThat(catchThrowable(() -> source.open(null))).isSameAs(error);

        assertThat(CALLS).containsExactly("xa.getConnection", "xa.close");
    }
}
