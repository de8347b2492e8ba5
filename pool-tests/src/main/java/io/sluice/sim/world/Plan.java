package io.sluice.sim.world;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a course has its server and its driver do, beside what happens at random. */
public final class Plan {

    /** So many frames of the pool take as much stack as the driver does. */
    public int driverFrames = 10;

    /** Whether the driver asks its server for attributes, and makes statements there. */
    public boolean asksServer;

    /** How long it takes to connect, at least. */
    public Duration connectTakes = Duration.ZERO;

    /** Whether connections fail when their next lease begins. */
    public boolean failsToBegin;

    /** Whether nothing can connect. */
    public boolean isDown;

    /** Whether failures repeat the URL, and the password in it. */
    public boolean tellsUrl;

    /** Whether its connections have the cancel call of PostgreSQL's driver. */
    public boolean canCancel;

    /** How a connection refuses to be unwrapped. */
    public int unwrapRefusal;

    /** The standby that the server is; null if it is a primary. */
    public @Nullable SimStandby standby;
}
