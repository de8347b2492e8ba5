package io.sluice.jdbc;

import java.sql.SQLException;

/**
 * Gives the credentials of each new connection, so that they can change while the pool runs: a
 * token that expires, a password that is rotated. Called on the threads that connect, possibly on
 * several at once; must be thread-safe.
 *
 * <p>When the database refuses the credentials, the provider is asked once more at once, and if it
 * says something else by then, that is tried before the attempt counts as failed. One that keeps
 * what it fetched can therefore fetch anew whenever it is asked twice within a moment; one that
 * says the same again is not tried again, which might lock the user out.
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
