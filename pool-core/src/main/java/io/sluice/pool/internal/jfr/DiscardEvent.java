package io.sluice.pool.internal.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** A resource left the pool and was destroyed. */
@Name("io.sluice.Discard")
@Label("Discard")
@Category("Sluice")
@StackTrace(false)
final class DiscardEvent extends Event {

    @Label("Pool")
    @Nullable String pool;

    @Label("Pooled Object")
    @Nullable String resource;

    @Label("Reason")
    @Nullable String reason;

    @Label("Cause")
    @Description("The type of the exception that caused it; none without one")
    @Nullable String cause;
}
