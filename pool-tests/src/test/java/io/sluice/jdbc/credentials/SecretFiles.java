package io.sluice.jdbc.credentials;

import io.sluice.jdbc.Credentials;
import io.sluice.jdbc.CredentialsProvider;
import io.sluice.jdbc.SluiceDataSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;

/** The user and the password in the files of a mounted secret. Thread-safe. */
class SecretFiles implements CredentialsProvider {

    private final Path folder;
    private Credentials drained;

    SecretFiles(Path folder) {
        this.folder = folder;
    }

    @Override
    public Credentials credentials() throws SQLException {
        try {
            // Both files of one version: the links of the folder may change in between.
            Path password = folder.resolve("password").toRealPath();
            Path username = password.resolveSibling("username");
            return new Credentials(
                    Files.readString(username).strip(), Files.readString(password).strip());
        } catch (IOException e) {
            throw new SQLException("cannot read the secret in " + folder, e);
        }
    }

    /** Replaces the connections with older credentials within a time. Called again and again. */
    synchronized void drain(SluiceDataSource pool, Duration limit) {
        try {
            Credentials now = credentials();
            if (drained != null && !drained.equals(now)) {
                pool.flush(limit);
            }
            drained = now;
        } catch (SQLException e) {
            // The next call reads the files again.
        }
    }
}
