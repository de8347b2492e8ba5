package io.sluice.jdbc.internal;

/**
 * Loads and initializes classes before they are needed. One that is first used while there is no
 * memory would lose the connection in hand, and one whose initialization fails is lost for good.
 */
final class Initialization {

    private static final String PREFIX = "io.sluice.jdbc.";

    /** What leases of any data source use, and its opening does not. */
    private static final String[] OF_A_DATA_SOURCE = {
        "handle.ClientInfoFailure",
        "handle.ConnectionOwner$1",
        "handle.HandleNode",
        "handle.LeaseHandle",
        "handle.PreparedStatementHandle",
        "handle.ResultSetHandle$Kind",
        "handle.StatementForm",
        "handle.StatementHandle",
        "handle.StatementKey$1",
        "handle.StatementTrace",
        "handle.StatementUse",
        "internal.ResettableConnection$1",
        "internal.connect.BeanProperties",
        "internal.connect.DirtyReturnReporter",
        "internal.connect.DriverCancel",
        "internal.connect.HostList",
        "internal.connect.KnownError$Meaning",
        "internal.connect.NamedClass",
        "internal.connect.NotValidException",
        "internal.connect.PermanentFailures",
        "internal.connect.PostgresSession",
        "internal.connect.RefusedOptionException",
        "internal.connect.RequestBoundaries",
        "internal.connect.RestingState$1",
        "internal.connect.SearchPath",
        "internal.connect.SqlErrors",
        "internal.connect.Vendor",
        "internal.connect.VendorDataSource",
        "internal.connect.XaSource",
    };

    /** What global transactions use, too. */
    private static final String[] OF_TRANSACTIONS = {
        "internal.xa.DerbyXa",
        "internal.xa.H2Xa",
        "internal.xa.InDoubtReminder",
        "internal.xa.MySqlXa",
        "internal.xa.PostgresXa",
        "internal.xa.Recovery$1",
        "internal.xa.ResourceManagerName",
        "internal.xa.TransactionWork",
        "internal.xa.TranslatingXaResource",
        "internal.xa.XaVendors",
    };

    private Initialization() {}

    /** Initializes what an open data source needs. */
    static void ofADataSource() {
        initialize(OF_A_DATA_SOURCE);
    }

    /** Initializes what its global transactions need. */
    static void ofTransactions() {
        initialize(OF_TRANSACTIONS);
    }

    private static void initialize(String[] names) {
        ClassLoader loader = Initialization.class.getClassLoader();
        try {
            for (String name : names) {
                Class<?> ignored = Class.forName(PREFIX + name, true, loader);
            }
        } catch (ClassNotFoundException e) {
            throw new NoClassDefFoundError(e.getMessage());
        }
    }
}
