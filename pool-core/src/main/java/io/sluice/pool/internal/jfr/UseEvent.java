package io.sluice.pool.internal.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** A lease has ended. Off by default; some leases are recorded, as observers are told of them. */
@Name("io.sluice.Use")
@Label("Use")
@Category("Sluice")
@Description("Of each pooled object some leases, a few in a second; recorded where they end")
@Enabled(false)
final class UseEvent extends Event {

    @Label("Pool")
    @Nullable String pool;

    @Label("Held")
    @Description("How long the lease was")
    @Timespan(Timespan.NANOSECONDS)
    long held;
}
