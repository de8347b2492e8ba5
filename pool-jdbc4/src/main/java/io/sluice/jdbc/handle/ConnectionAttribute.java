package io.sluice.jdbc.handle;

/**
 * An attribute of a connection that applications can change and the next user must find unchanged.
 */
public enum ConnectionAttribute {
    /** {@link java.sql.Connection#setAutoCommit}. */
    AUTO_COMMIT(1 << 0),
    /** {@link java.sql.Connection#setTransactionIsolation}. */
    ISOLATION(1 << 1),
    /** {@link java.sql.Connection#setReadOnly}. */
    READ_ONLY(1 << 2),
    /** {@link java.sql.Connection#setCatalog}. */
    CATALOG(1 << 3),
    /** {@link java.sql.Connection#setSchema}. */
    SCHEMA(1 << 4),
    /** {@link java.sql.Connection#setHoldability}. */
    HOLDABILITY(1 << 5),
    /** {@link java.sql.Connection#setNetworkTimeout}. */
    NETWORK_TIMEOUT(1 << 6),
    /** {@link java.sql.Connection#setTypeMap}. */
    TYPE_MAP(1 << 7),
    /** Both forms of {@code setClientInfo} of {@link java.sql.Connection}. */
    CLIENT_INFO(1 << 8),
    /** All forms of {@code setShardingKey} of {@link java.sql.Connection}; it cannot be read. */
    SHARDING_KEY(1 << 9);

    private final int bit;

    ConnectionAttribute(int bit) {
        this.bit = bit;
    }

    /**
     * The bit of this attribute in {@link ConnectionHandle#changes}.
     *
     * @return a number with one bit set
     */
    public int bit() {
        return bit;
    }
}
