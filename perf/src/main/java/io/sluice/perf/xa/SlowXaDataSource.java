package io.sluice.perf.xa;

import io.sluice.perf.stub.SilentXaDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import javax.sql.XAConnection;
import org.h2.jdbcx.JdbcDataSource;

/**
 * An H2 whose connects take as long as over a network, and queries too, where they call {@value
 * #FUNCTION}.
 */
public final class SlowXaDataSource extends SilentXaDataSource {

    /** The name in SQL of {@link #later}. */
    static final String FUNCTION = "later";

    private static final int CONNECT_MILLIS = 20;
    private static final int QUERY_MILLIS = 1;

    private final JdbcDataSource target = new JdbcDataSource();

    /** Made by pools. */
    public SlowXaDataSource() {
        target.setUser("sa");
    }

    /** Makes {@value #FUNCTION} known to a database. */
    static void addFunction(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, "sa", "");
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE ALIAS %s FOR '%s.later'"
                            .formatted(FUNCTION, SlowXaDataSource.class.getName()));
        }
    }

    /** Returns the value with the delay of a query over a network; called by the database. */
    public static long later(long value) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(QUERY_MILLIS);
        return value;
    }

    /** Set by pools. */
    public void setUrl(String url) {
        target.setURL(url);
    }

    /** Returns the URL. */
    public String getUrl() {
        return target.getURL();
    }

    @Override
    public XAConnection getXAConnection() throws SQLException {
        try {
            TimeUnit.MILLISECONDS.sleep(CONNECT_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLException("interrupted while connecting", e);
        }
        return target.getXAConnection();
    }
}
