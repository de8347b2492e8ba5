package io.sluice.pool.internal.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** The counts of a pool, recorded periodically while it is open. */
@Name("io.sluice.State")
@Label("State of a Pool")
@Category("Sluice")
@Description("The counts of a pool at one moment, and what it has done since it was opened")
@Period("10 s")
@StackTrace(false)
final class StateEvent extends Event {

    @Label("Pool")
    @Nullable String pool;

    @Label("Total")
    @Description("Pooled objects that exist")
    int total;

    @Label("Minimum")
    int minSize;

    @Label("Maximum")
    int maxSize;

    @Label("Creating")
    int creating;

    @Label("Available")
    int available;

    @Label("Accessible")
    @Description("In use by the application")
    int accessible;

    @Label("Inaccessible")
    @Description("Closed by the application while a global transaction still owns them")
    int inaccessible;

    @Label("Reserved")
    @Description("In use by the pool itself")
    int reserved;

    @Label("Waiting")
    @Description("Threads and requests that wait")
    int waiting;

    @Label("Suspended")
    boolean suspended;

    @Label("Acquired")
    @Description("Leases that have begun so far")
    long acquired;

    @Label("Timed Out")
    @Description("Acquires that have timed out so far")
    long timedOut;

    @Label("Refused")
    @Description("Acquires that were refused so far, since too many were waiting")
    long refused;

    @Label("Created")
    @Description("Pooled objects that were created so far")
    long created;

    @Label("Failed Creations")
    @Description("Creations that have failed so far")
    long creationsFailed;
}
