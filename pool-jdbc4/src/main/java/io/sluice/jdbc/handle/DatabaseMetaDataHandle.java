package io.sluice.jdbc.handle;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.NullUnmarked;

/**
 * The metadata of the database, open as long as its {@link ConnectionHandle}. Its result sets are
 * handles too, closed with the connection. They return no statement, since the one behind them is
 * the driver's own.
 *
 * <p>Most arguments may be null; JDBC and the driver specify which.
 */
@NullUnmarked
public final class DatabaseMetaDataHandle extends DelegatingDatabaseMetaData {
    private final ConnectionHandle connection;

    DatabaseMetaDataHandle(DatabaseMetaData delegate, ConnectionHandle connection) {
        super(delegate);
        this.connection = connection;
    }

    /** Every call counts as work: only the driver knows for which answers it asks the server. */
    @Override
    protected DatabaseMetaData delegate() throws SQLException {
        connection.checkOpen();
        connection.enter();
        return metaData;
    }

    @Override
    protected void returned() {
        connection.leave();
    }

    @Override
    protected SQLException failed(SQLException failure) {
        return connection.failed(failure);
    }

    @Override
    public Connection getConnection() throws SQLException {
        connection.checkOpen();
        return connection;
    }

    @Override
    public <T> T unwrap(Class<T> iface) throws SQLException {
        connection.checkOpen();
        if (iface.isInstance(this)) {
            return iface.cast(this);
        }
        return connection.lend(
                iface.isInstance(metaData) ? iface.cast(metaData) : super.unwrap(iface));
    }

    @Override
    public boolean isWrapperFor(Class<?> iface) throws SQLException {
        connection.checkOpen();
        return iface.isInstance(this) || iface.isInstance(metaData) || super.isWrapperFor(iface);
    }

    @Override
    public ResultSet getProcedures(
            String catalog, String schemaPattern, String procedureNamePattern) throws SQLException {
        return connection.opened(super.getProcedures(catalog, schemaPattern, procedureNamePattern));
    }

    @Override
    public ResultSet getProcedureColumns(
            String catalog,
            String schemaPattern,
            String procedureNamePattern,
            String columnNamePattern)
            throws SQLException {
        return connection.opened(
                super.getProcedureColumns(
                        catalog, schemaPattern, procedureNamePattern, columnNamePattern));
    }

    @Override
    public ResultSet getTables(
            String catalog, String schemaPattern, String tableNamePattern, String[] types)
            throws SQLException {
        return connection.opened(super.getTables(catalog, schemaPattern, tableNamePattern, types));
    }

    @Override
    public ResultSet getSchemas() throws SQLException {
        return connection.opened(super.getSchemas());
    }

    @Override
    public ResultSet getCatalogs() throws SQLException {
        return connection.opened(super.getCatalogs());
    }

    @Override
    public ResultSet getTableTypes() throws SQLException {
        return connection.opened(super.getTableTypes());
    }

    @Override
    public ResultSet getColumns(
            String catalog, String schemaPattern, String tableNamePattern, String columnNamePattern)
            throws SQLException {
        return connection.opened(
                super.getColumns(catalog, schemaPattern, tableNamePattern, columnNamePattern));
    }

    @Override
    public ResultSet getColumnPrivileges(
            String catalog, String schema, String table, String columnNamePattern)
            throws SQLException {
        return connection.opened(
                super.getColumnPrivileges(catalog, schema, table, columnNamePattern));
    }

    @Override
    public ResultSet getTablePrivileges(
            String catalog, String schemaPattern, String tableNamePattern) throws SQLException {
        return connection.opened(
                super.getTablePrivileges(catalog, schemaPattern, tableNamePattern));
    }

    @Override
    public ResultSet getBestRowIdentifier(
            String catalog, String schema, String table, int scope, boolean nullable)
            throws SQLException {
        return connection.opened(
                super.getBestRowIdentifier(catalog, schema, table, scope, nullable));
    }

    @Override
    public ResultSet getVersionColumns(String catalog, String schema, String table)
            throws SQLException {
        return connection.opened(super.getVersionColumns(catalog, schema, table));
    }

    @Override
    public ResultSet getPrimaryKeys(String catalog, String schema, String table)
            throws SQLException {
        return connection.opened(super.getPrimaryKeys(catalog, schema, table));
    }

    @Override
    public ResultSet getImportedKeys(String catalog, String schema, String table)
            throws SQLException {
        return connection.opened(super.getImportedKeys(catalog, schema, table));
    }

    @Override
    public ResultSet getExportedKeys(String catalog, String schema, String table)
            throws SQLException {
        return connection.opened(super.getExportedKeys(catalog, schema, table));
    }

    @Override
    public ResultSet getCrossReference(
            String parentCatalog,
            String parentSchema,
            String parentTable,
            String foreignCatalog,
            String foreignSchema,
            String foreignTable)
            throws SQLException {
        return connection.opened(
                super.getCrossReference(
                        parentCatalog,
                        parentSchema,
                        parentTable,
                        foreignCatalog,
                        foreignSchema,
                        foreignTable));
    }

    @Override
    public ResultSet getTypeInfo() throws SQLException {
        return connection.opened(super.getTypeInfo());
    }

    @Override
    public ResultSet getIndexInfo(
            String catalog, String schema, String table, boolean unique, boolean approximate)
            throws SQLException {
        return connection.opened(super.getIndexInfo(catalog, schema, table, unique, approximate));
    }

    @Override
    public ResultSet getUDTs(
            String catalog, String schemaPattern, String typeNamePattern, int[] types)
            throws SQLException {
        return connection.opened(super.getUDTs(catalog, schemaPattern, typeNamePattern, types));
    }

    @Override
    public ResultSet getSuperTypes(String catalog, String schemaPattern, String typeNamePattern)
            throws SQLException {
        return connection.opened(super.getSuperTypes(catalog, schemaPattern, typeNamePattern));
    }

    @Override
    public ResultSet getSuperTables(String catalog, String schemaPattern, String tableNamePattern)
            throws SQLException {
        return connection.opened(super.getSuperTables(catalog, schemaPattern, tableNamePattern));
    }

    @Override
    public ResultSet getAttributes(
            String catalog,
            String schemaPattern,
            String typeNamePattern,
            String attributeNamePattern)
            throws SQLException {
        return connection.opened(
                super.getAttributes(catalog, schemaPattern, typeNamePattern, attributeNamePattern));
    }

    @Override
    public ResultSet getSchemas(String catalog, String schemaPattern) throws SQLException {
        return connection.opened(super.getSchemas(catalog, schemaPattern));
    }

    @Override
    public ResultSet getClientInfoProperties() throws SQLException {
        return connection.opened(super.getClientInfoProperties());
    }

    @Override
    public ResultSet getFunctions(String catalog, String schemaPattern, String functionNamePattern)
            throws SQLException {
        return connection.opened(super.getFunctions(catalog, schemaPattern, functionNamePattern));
    }

    @Override
    public ResultSet getFunctionColumns(
            String catalog,
            String schemaPattern,
            String functionNamePattern,
            String columnNamePattern)
            throws SQLException {
        return connection.opened(
                super.getFunctionColumns(
                        catalog, schemaPattern, functionNamePattern, columnNamePattern));
    }

    @Override
    public ResultSet getPseudoColumns(
            String catalog, String schemaPattern, String tableNamePattern, String columnNamePattern)
            throws SQLException {
        return connection.opened(
                super.getPseudoColumns(
                        catalog, schemaPattern, tableNamePattern, columnNamePattern));
    }
}
