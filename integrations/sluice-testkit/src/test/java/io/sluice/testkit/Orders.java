package io.sluice.testkit;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/** The application of the samples: it survives a lost connection, and places no order twice. */
final class Orders {

    private final DataSource pool;

    Orders(DataSource pool) {
        this.pool = pool;
    }

    /** Places an order, again if the connection was lost before it was placed. */
    void place(int id) throws SQLException {
        try {
            insert(id);
        } catch (SQLException e) {
            if (!e.getSQLState().startsWith("08")) {
                throw e;
            }
            if (!isPlaced(id)) {
                insert(id);
            }
        }
    }

    private void insert(int id) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement =
                        connection.prepareStatement("INSERT INTO item VALUES (?)")) {
            connection.setAutoCommit(false);
            statement.setInt(1, id);
            statement.executeUpdate();
            connection.commit();
        }
    }

    private boolean isPlaced(int id) throws SQLException {
        return count("SELECT count(*) FROM item WHERE id = " + id) > 0;
    }

    int count() throws SQLException {
        return count("SELECT count(*) FROM item");
    }

    private int count(String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getInt(1);
        }
    }
}
