package io.sluice.jdbc;

import org.jspecify.annotations.Nullable;

/**
 * The user and password that a connection is opened with. The text never shows the password.
 * Immutable.
 *
 * @param username the user, or null when the driver knows it from elsewhere
 * @param password the password, or null when there is none
 */
public record Credentials(@Nullable String username, @Nullable String password) {

    @Override
    public String toString() {
        return "Credentials[username="
                + username
                + ", password="
                + (password == null ? "none" : "set")
                + "]";
    }
}
