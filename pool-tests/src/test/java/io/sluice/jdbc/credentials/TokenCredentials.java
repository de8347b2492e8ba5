package io.sluice.jdbc.credentials;

import io.sluice.jdbc.Credentials;
import io.sluice.jdbc.CredentialsProvider;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;

/** A token that is renewed while the old one is still valid. Thread-safe. */
class TokenCredentials implements CredentialsProvider {

    record Token(String text, Instant expiry) {}

    private static final Duration MARGIN = Duration.ofMinutes(2);

    private final String user;
    private final Supplier<Token> issuer;
    private final Clock clock;
    private Token token;

    TokenCredentials(String user, Supplier<Token> issuer, Clock clock) {
        this.user = user;
        this.issuer = issuer;
        this.clock = clock;
    }

    @Override
    public synchronized Credentials credentials() {
        if (token == null || !clock.instant().isBefore(token.expiry().minus(MARGIN))) {
            token = issuer.get();
        }
        return new Credentials(user, token.text());
    }
}
