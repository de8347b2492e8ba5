package io.sluice.perf.peer;

import java.time.Duration;

/**
 * The limits of a pool for a server that does not answer, besides its acquire time-out.
 *
 * <p>With limits a contestant also gets what its pool offers against dead connections. It validates
 * after 500 ms of idleness, which is the default of Sluice and HikariCP, or at each acquire where a
 * pool does not know idleness. It sorts the errors of PostgreSQL where there is a switch for that,
 * and counts connections.
 *
 * @param connect how long a connect may take
 * @param validation how long a validation may take; whole seconds, since not all pools take
 *     fractions
 */
public record Limits(Duration connect, Duration validation) {}
