package consumer;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import java.sql.Connection;
import java.sql.SQLException;

/** Takes a connection, in the module path or in an image. */
public final class Application {

    public static void main(String[] args) throws SQLException {
        if (!Application.class.getModule().isNamed() || !SluiceDataSource.class.getModule().isNamed()) {
            throw new IllegalStateException("not on the module path");
        }
        JdbcPoolConfig config = JdbcPoolConfig.builder().name("orders").url("jdbc:h2:mem:orders").build();
        try (SluiceDataSource orders = SluiceDataSource.create(config);
                Connection connection = orders.getConnection()) {
            if (!connection.isValid(1)) {
                throw new IllegalStateException("not valid: " + connection);
            }
        }
    }

    private Application() {}
}
