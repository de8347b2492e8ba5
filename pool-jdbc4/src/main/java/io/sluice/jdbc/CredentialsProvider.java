package io.sluice.jdbc;

import java.sql.SQLException;

/**
 * Gives the credentials of each new connection, so that they can change while the pool runs: a
 * token that expires, a password that is rotated. Called on the threads that connect, possibly on
 * several at once; must be thread-safe.
 */
@FunctionalInterface
public interface CredentialsProvider {

    /**
     * Returns the credentials to connect with now.
     *
     * @throws SQLException if there are none at present; counts as a failure to connect, and the
     *     pool tries again
     */
    Credentials credentials() throws SQLException;
}
