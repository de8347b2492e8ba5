package io.sluice.jdbc.handle;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.RowIdLifetime;
import java.sql.SQLException;
import org.jspecify.annotations.NullUnmarked;

/**
 * Passes every method of {@link java.sql.DatabaseMetaData}, default methods included, unchanged to
 * the driver's object; no policy. The driver decides about nullness.
 */
@NullUnmarked
public abstract class DelegatingDatabaseMetaData implements DatabaseMetaData {
    /** The driver's object. */
    protected final DatabaseMetaData metaData;

    /**
     * @param delegate the driver's object
     */
    protected DelegatingDatabaseMetaData(DatabaseMetaData delegate) {
        this.metaData = delegate;
    }

    /**
     * The driver's object, or the refusal when this handle is closed. What it throws does not pass
     * through {@link #failed}. {@link #returned} follows.
     *
     * @throws SQLException if this handle is closed
     */
    protected abstract DatabaseMetaData delegate() throws SQLException;

    /** Called when the call after {@link #delegate} has returned. */
    protected abstract void returned();

    /**
     * Sees every exception of the driver.
     *
     * @param failure what the driver threw
     * @return what the caller gets
     */
    protected abstract SQLException failed(SQLException failure);

    @Override
    public boolean allProceduresAreCallable() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.allProceduresAreCallable();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean allTablesAreSelectable() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.allTablesAreSelectable();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public String getURL() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getURL();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public String getUserName() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getUserName();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean isReadOnly() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.isReadOnly();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean nullsAreSortedHigh() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.nullsAreSortedHigh();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean nullsAreSortedLow() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.nullsAreSortedLow();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean nullsAreSortedAtStart() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.nullsAreSortedAtStart();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean nullsAreSortedAtEnd() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.nullsAreSortedAtEnd();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public String getDatabaseProductName() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getDatabaseProductName();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public String getDatabaseProductVersion() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getDatabaseProductVersion();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public String getDriverName() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getDriverName();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public String getDriverVersion() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getDriverVersion();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public int getDriverMajorVersion() {
        // Cannot throw an SQLException, and need not: a constant of the driver.
        return metaData.getDriverMajorVersion();
    }

    @Override
    public int getDriverMinorVersion() {
        // Cannot throw an SQLException, and need not: a constant of the driver.
        return metaData.getDriverMinorVersion();
    }

    @Override
    public boolean usesLocalFiles() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.usesLocalFiles();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean usesLocalFilePerTable() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.usesLocalFilePerTable();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsMixedCaseIdentifiers() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsMixedCaseIdentifiers();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean storesUpperCaseIdentifiers() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.storesUpperCaseIdentifiers();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean storesLowerCaseIdentifiers() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.storesLowerCaseIdentifiers();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean storesMixedCaseIdentifiers() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.storesMixedCaseIdentifiers();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsMixedCaseQuotedIdentifiers() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsMixedCaseQuotedIdentifiers();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean storesUpperCaseQuotedIdentifiers() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.storesUpperCaseQuotedIdentifiers();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean storesLowerCaseQuotedIdentifiers() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.storesLowerCaseQuotedIdentifiers();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean storesMixedCaseQuotedIdentifiers() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.storesMixedCaseQuotedIdentifiers();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public String getIdentifierQuoteString() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getIdentifierQuoteString();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public String getSQLKeywords() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getSQLKeywords();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public String getNumericFunctions() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getNumericFunctions();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public String getStringFunctions() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getStringFunctions();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public String getSystemFunctions() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getSystemFunctions();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public String getTimeDateFunctions() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getTimeDateFunctions();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public String getSearchStringEscape() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getSearchStringEscape();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public String getExtraNameCharacters() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getExtraNameCharacters();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsAlterTableWithAddColumn() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsAlterTableWithAddColumn();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsAlterTableWithDropColumn() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsAlterTableWithDropColumn();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsColumnAliasing() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsColumnAliasing();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean nullPlusNonNullIsNull() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.nullPlusNonNullIsNull();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsConvert() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsConvert();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsConvert(int fromType, int toType) throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsConvert(fromType, toType);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsTableCorrelationNames() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsTableCorrelationNames();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsDifferentTableCorrelationNames() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsDifferentTableCorrelationNames();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsExpressionsInOrderBy() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsExpressionsInOrderBy();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsOrderByUnrelated() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsOrderByUnrelated();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsGroupBy() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsGroupBy();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsGroupByUnrelated() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsGroupByUnrelated();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsGroupByBeyondSelect() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsGroupByBeyondSelect();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsLikeEscapeClause() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsLikeEscapeClause();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsMultipleResultSets() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsMultipleResultSets();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsMultipleTransactions() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsMultipleTransactions();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsNonNullableColumns() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsNonNullableColumns();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsMinimumSQLGrammar() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsMinimumSQLGrammar();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsCoreSQLGrammar() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsCoreSQLGrammar();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsExtendedSQLGrammar() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsExtendedSQLGrammar();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsANSI92EntryLevelSQL() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsANSI92EntryLevelSQL();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsANSI92IntermediateSQL() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsANSI92IntermediateSQL();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsANSI92FullSQL() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsANSI92FullSQL();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsIntegrityEnhancementFacility() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsIntegrityEnhancementFacility();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsOuterJoins() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsOuterJoins();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsFullOuterJoins() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsFullOuterJoins();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsLimitedOuterJoins() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsLimitedOuterJoins();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public String getSchemaTerm() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getSchemaTerm();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public String getProcedureTerm() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getProcedureTerm();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public String getCatalogTerm() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getCatalogTerm();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean isCatalogAtStart() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.isCatalogAtStart();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public String getCatalogSeparator() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getCatalogSeparator();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsSchemasInDataManipulation() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsSchemasInDataManipulation();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsSchemasInProcedureCalls() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsSchemasInProcedureCalls();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsSchemasInTableDefinitions() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsSchemasInTableDefinitions();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsSchemasInIndexDefinitions() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsSchemasInIndexDefinitions();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsSchemasInPrivilegeDefinitions() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsSchemasInPrivilegeDefinitions();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsCatalogsInDataManipulation() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsCatalogsInDataManipulation();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsCatalogsInProcedureCalls() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsCatalogsInProcedureCalls();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsCatalogsInTableDefinitions() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsCatalogsInTableDefinitions();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsCatalogsInIndexDefinitions() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsCatalogsInIndexDefinitions();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsCatalogsInPrivilegeDefinitions() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsCatalogsInPrivilegeDefinitions();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsPositionedDelete() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsPositionedDelete();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsPositionedUpdate() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsPositionedUpdate();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsSelectForUpdate() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsSelectForUpdate();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsStoredProcedures() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsStoredProcedures();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsSubqueriesInComparisons() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsSubqueriesInComparisons();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsSubqueriesInExists() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsSubqueriesInExists();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsSubqueriesInIns() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsSubqueriesInIns();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsSubqueriesInQuantifieds() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsSubqueriesInQuantifieds();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsCorrelatedSubqueries() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsCorrelatedSubqueries();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsUnion() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsUnion();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsUnionAll() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsUnionAll();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsOpenCursorsAcrossCommit() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsOpenCursorsAcrossCommit();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsOpenCursorsAcrossRollback() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsOpenCursorsAcrossRollback();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsOpenStatementsAcrossCommit() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsOpenStatementsAcrossCommit();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsOpenStatementsAcrossRollback() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsOpenStatementsAcrossRollback();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public int getMaxBinaryLiteralLength() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getMaxBinaryLiteralLength();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public int getMaxCharLiteralLength() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getMaxCharLiteralLength();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public int getMaxColumnNameLength() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getMaxColumnNameLength();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public int getMaxColumnsInGroupBy() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getMaxColumnsInGroupBy();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public int getMaxColumnsInIndex() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getMaxColumnsInIndex();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public int getMaxColumnsInOrderBy() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getMaxColumnsInOrderBy();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public int getMaxColumnsInSelect() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getMaxColumnsInSelect();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public int getMaxColumnsInTable() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getMaxColumnsInTable();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public int getMaxConnections() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getMaxConnections();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public int getMaxCursorNameLength() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getMaxCursorNameLength();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public int getMaxIndexLength() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getMaxIndexLength();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public int getMaxSchemaNameLength() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getMaxSchemaNameLength();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public int getMaxProcedureNameLength() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getMaxProcedureNameLength();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public int getMaxCatalogNameLength() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getMaxCatalogNameLength();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public int getMaxRowSize() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getMaxRowSize();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean doesMaxRowSizeIncludeBlobs() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.doesMaxRowSizeIncludeBlobs();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public int getMaxStatementLength() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getMaxStatementLength();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public int getMaxStatements() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getMaxStatements();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public int getMaxTableNameLength() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getMaxTableNameLength();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public int getMaxTablesInSelect() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getMaxTablesInSelect();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public int getMaxUserNameLength() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getMaxUserNameLength();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public int getDefaultTransactionIsolation() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getDefaultTransactionIsolation();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsTransactions() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsTransactions();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsTransactionIsolationLevel(int level) throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsTransactionIsolationLevel(level);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsDataDefinitionAndDataManipulationTransactions() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsDataDefinitionAndDataManipulationTransactions();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsDataManipulationTransactionsOnly() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsDataManipulationTransactionsOnly();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean dataDefinitionCausesTransactionCommit() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.dataDefinitionCausesTransactionCommit();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean dataDefinitionIgnoredInTransactions() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.dataDefinitionIgnoredInTransactions();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public ResultSet getProcedures(
            String catalog, String schemaPattern, String procedureNamePattern) throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getProcedures(catalog, schemaPattern, procedureNamePattern);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public ResultSet getProcedureColumns(
            String catalog,
            String schemaPattern,
            String procedureNamePattern,
            String columnNamePattern)
            throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getProcedureColumns(
                    catalog, schemaPattern, procedureNamePattern, columnNamePattern);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public ResultSet getTables(
            String catalog, String schemaPattern, String tableNamePattern, String[] types)
            throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getTables(catalog, schemaPattern, tableNamePattern, types);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public ResultSet getSchemas() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getSchemas();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public ResultSet getCatalogs() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getCatalogs();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public ResultSet getTableTypes() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getTableTypes();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public ResultSet getColumns(
            String catalog, String schemaPattern, String tableNamePattern, String columnNamePattern)
            throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getColumns(catalog, schemaPattern, tableNamePattern, columnNamePattern);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public ResultSet getColumnPrivileges(
            String catalog, String schema, String table, String columnNamePattern)
            throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getColumnPrivileges(catalog, schema, table, columnNamePattern);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public ResultSet getTablePrivileges(
            String catalog, String schemaPattern, String tableNamePattern) throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getTablePrivileges(catalog, schemaPattern, tableNamePattern);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public ResultSet getBestRowIdentifier(
            String catalog, String schema, String table, int scope, boolean nullable)
            throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getBestRowIdentifier(catalog, schema, table, scope, nullable);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public ResultSet getVersionColumns(String catalog, String schema, String table)
            throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getVersionColumns(catalog, schema, table);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public ResultSet getPrimaryKeys(String catalog, String schema, String table)
            throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getPrimaryKeys(catalog, schema, table);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public ResultSet getImportedKeys(String catalog, String schema, String table)
            throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getImportedKeys(catalog, schema, table);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public ResultSet getExportedKeys(String catalog, String schema, String table)
            throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getExportedKeys(catalog, schema, table);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
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
        DatabaseMetaData m = delegate();
        try {
            return m.getCrossReference(
                    parentCatalog,
                    parentSchema,
                    parentTable,
                    foreignCatalog,
                    foreignSchema,
                    foreignTable);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public ResultSet getTypeInfo() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getTypeInfo();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public ResultSet getIndexInfo(
            String catalog, String schema, String table, boolean unique, boolean approximate)
            throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getIndexInfo(catalog, schema, table, unique, approximate);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsResultSetType(int type) throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsResultSetType(type);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsResultSetConcurrency(int type, int concurrency) throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsResultSetConcurrency(type, concurrency);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean ownUpdatesAreVisible(int type) throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.ownUpdatesAreVisible(type);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean ownDeletesAreVisible(int type) throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.ownDeletesAreVisible(type);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean ownInsertsAreVisible(int type) throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.ownInsertsAreVisible(type);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean othersUpdatesAreVisible(int type) throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.othersUpdatesAreVisible(type);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean othersDeletesAreVisible(int type) throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.othersDeletesAreVisible(type);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean othersInsertsAreVisible(int type) throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.othersInsertsAreVisible(type);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean updatesAreDetected(int type) throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.updatesAreDetected(type);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean deletesAreDetected(int type) throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.deletesAreDetected(type);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean insertsAreDetected(int type) throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.insertsAreDetected(type);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsBatchUpdates() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsBatchUpdates();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public ResultSet getUDTs(
            String catalog, String schemaPattern, String typeNamePattern, int[] types)
            throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getUDTs(catalog, schemaPattern, typeNamePattern, types);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public Connection getConnection() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getConnection();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsSavepoints() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsSavepoints();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsNamedParameters() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsNamedParameters();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsMultipleOpenResults() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsMultipleOpenResults();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsGetGeneratedKeys() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsGetGeneratedKeys();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public ResultSet getSuperTypes(String catalog, String schemaPattern, String typeNamePattern)
            throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getSuperTypes(catalog, schemaPattern, typeNamePattern);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public ResultSet getSuperTables(String catalog, String schemaPattern, String tableNamePattern)
            throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getSuperTables(catalog, schemaPattern, tableNamePattern);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public ResultSet getAttributes(
            String catalog,
            String schemaPattern,
            String typeNamePattern,
            String attributeNamePattern)
            throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getAttributes(catalog, schemaPattern, typeNamePattern, attributeNamePattern);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsResultSetHoldability(int holdability) throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsResultSetHoldability(holdability);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public int getResultSetHoldability() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getResultSetHoldability();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public int getDatabaseMajorVersion() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getDatabaseMajorVersion();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public int getDatabaseMinorVersion() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getDatabaseMinorVersion();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public int getJDBCMajorVersion() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getJDBCMajorVersion();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public int getJDBCMinorVersion() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getJDBCMinorVersion();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public int getSQLStateType() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getSQLStateType();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean locatorsUpdateCopy() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.locatorsUpdateCopy();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsStatementPooling() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsStatementPooling();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public RowIdLifetime getRowIdLifetime() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getRowIdLifetime();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public ResultSet getSchemas(String catalog, String schemaPattern) throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getSchemas(catalog, schemaPattern);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsStoredFunctionsUsingCallSyntax() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsStoredFunctionsUsingCallSyntax();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean autoCommitFailureClosesAllResultSets() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.autoCommitFailureClosesAllResultSets();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public ResultSet getClientInfoProperties() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getClientInfoProperties();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public ResultSet getFunctions(String catalog, String schemaPattern, String functionNamePattern)
            throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getFunctions(catalog, schemaPattern, functionNamePattern);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public ResultSet getFunctionColumns(
            String catalog,
            String schemaPattern,
            String functionNamePattern,
            String columnNamePattern)
            throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getFunctionColumns(
                    catalog, schemaPattern, functionNamePattern, columnNamePattern);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public ResultSet getPseudoColumns(
            String catalog, String schemaPattern, String tableNamePattern, String columnNamePattern)
            throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getPseudoColumns(catalog, schemaPattern, tableNamePattern, columnNamePattern);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean generatedKeyAlwaysReturned() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.generatedKeyAlwaysReturned();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public long getMaxLogicalLobSize() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.getMaxLogicalLobSize();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsRefCursors() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsRefCursors();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean supportsSharding() throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.supportsSharding();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public <T> T unwrap(Class<T> iface) throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.unwrap(iface);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }

    @Override
    public boolean isWrapperFor(Class<?> iface) throws SQLException {
        DatabaseMetaData m = delegate();
        try {
            return m.isWrapperFor(iface);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            returned();
        }
    }
}
