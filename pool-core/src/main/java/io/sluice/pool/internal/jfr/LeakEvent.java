package io.sluice.pool.internal.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** A lease has exceeded the leak threshold. */
@Name("io.sluice.Leak")
@Label("Leak")
@Category("Sluice")
@StackTrace(false)
final class LeakEvent extends Event {

    @Label("Pool")
    @Nullable String pool;

    @Label("Pooled Object")
    @Nullable String resource;

    @Label("Lease")
    @Description("The thread that acquired it")
    @Nullable String lease;

    @Label("Site")
    @Description("Where it was acquired, innermost frame first")
    @Nullable String site;
}
