package io.sluice.perf.peer;

import java.time.Duration;

/**
 * How long a pool may wait for a server that does not answer, besides its acquire time-out. Who
 * names limits also wants what each pool has to offer against dead connections: validation after
 * 500 ms of idleness, which is the default of Sluice and HikariCP, or at each acquire where a pool
 * cannot tell idleness; errors of PostgreSQL sorted where there is a switch for that; and
 * connections counted.
 *
 * @param connect how long a connect may take
 * @param validation how long a validation may take; whole seconds, for not all pools take fractions
 */
public record Limits(Duration connect, Duration validation) {}
