package io.sluice.jdbc;

import java.sql.SQLException;

/**
 * Provides the credentials of each new connection, so that they can change while the pool runs: a
 * token that expires, a password that is rotated. Called on the threads that connect, possibly on
 * several at once; must be thread-safe.
 *
 * <p>When the database refuses the credentials, the pool asks the provider once more, at once. If
 * the answer differs, it is tried before the attempt counts as failed. A provider that caches can
 * therefore refresh its cache when it is asked twice within a moment. The same credentials are not
 * tried again, since that might lock the user out.
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
