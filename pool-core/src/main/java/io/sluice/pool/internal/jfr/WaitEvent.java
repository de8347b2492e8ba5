package io.sluice.pool.internal.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Threshold;
import org.jspecify.annotations.Nullable;

/** A thread waited for a resource. By default recorded from a millisecond on. */
@Name("io.sluice.Wait")
@Label("Wait")
@Category("Sluice")
@Description("An acquire found nothing available and waited")
@Threshold("1 ms")
final class WaitEvent extends Event {

    @Label("Pool")
    @Nullable String pool;

    @Label("Acquired")
    @Description("Whether the wait succeeded")
    boolean acquired;

    @Label("Caller")
    @Description("Where the application called the pool: the first frame that is not the pool's")
    @Nullable String caller;
}
