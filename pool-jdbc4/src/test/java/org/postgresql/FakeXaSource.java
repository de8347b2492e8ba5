package org.postgresql;

import io.sluice.jdbc.SilentSource;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * A data source with the limit for each read that the driver's have, without a server. As there, a
 * URL changes nothing that was set before. In the driver's package, by which it is known.
 */
public final class FakeXaSource extends SilentSource implements XADataSource {

    private static final Pattern IN_URL = Pattern.compile("socketTimeout=(\\d+)");

    /** The network time-out of the last connection, in milliseconds. */
    public static int networkTimeout;

    private Integer socketTimeout;

    public void setSocketTimeout(int seconds) {
        socketTimeout = seconds;
    }

    public void setUrl(String url) {
        Matcher own = IN_URL.matcher(url);
        if (socketTimeout == null && own.find()) {
            socketTimeout = Integer.valueOf(own.group(1));
        }
    }

    @Override
    public XAConnection getXAConnection() {
        networkTimeout = socketTimeout == null ? 0 : socketTimeout * 1000;
        Connection connection =
                proxy(
                        Connection.class,
                        (self, method, arguments) ->
                                switch (method.getName()) {
                                    case "getNetworkTimeout" -> networkTimeout;
                                    case "setNetworkTimeout" -> networkTimeout = (int) arguments[1];
                                    case "getAutoCommit", "isValid" -> true;
                                    case "unwrap" -> self;
                                    default -> null;
                                });
        XAResource resource = proxy(XAResource.class, (self, method, arguments) -> new Xid[0]);
        return proxy(
                XAConnection.class,
                (self, method, arguments) ->
                        switch (method.getName()) {
                            case "getConnection" -> connection;
                            case "getXAResource" -> resource;
                            default -> null;
                        });
    }

    @Override
    public XAConnection getXAConnection(String user, String password) {
        return getXAConnection();
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(
                Proxy.newProxyInstance(
                        FakeXaSource.class.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
