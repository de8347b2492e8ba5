package io.sluice.perf.xa;

import io.sluice.perf.peer.KeptConnection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

/**
 * The driver alone, with one connection of its {@code XAConnection} and no transactions: the work
 * that is behind every pool.
 *
 * @param connection the same each time
 */
record DriverXa(DataSource connection) implements OpenXa {

    static OpenXa open(XaSettings settings) throws SQLException {
        JdbcDataSource driver = new JdbcDataSource();
        driver.setURL(settings.databases().get(0).url());
        return new DriverXa(KeptConnection.source(driver.getXAConnection().getConnection()));
    }

    @Override
    public DataSource source(int database) {
        return connection;
    }

    @Override
    public void begin() {
        throw new UnsupportedOperationException("the driver alone has no transaction manager");
    }

    @Override
    public void commit() {
        throw new UnsupportedOperationException("the driver alone has no transaction manager");
    }
}
