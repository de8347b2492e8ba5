package io.sluice.jdbc;

import com.mysql.cj.conf.PropertySet;
import com.mysql.cj.protocol.StandardSocketFactory;
import java.net.Socket;

/**
 * The sockets of {@link PostgresRoundTripIT} for MySQL's driver, which has factories of its own.
 */
public final class CountingMySqlSockets extends StandardSocketFactory {

    @Override
    protected Socket createSocket(PropertySet settings) {
        return new PostgresRoundTripIT.CountingSockets().createSocket();
    }
}
