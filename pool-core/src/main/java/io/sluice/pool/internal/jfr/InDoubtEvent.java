package io.sluice.pool.internal.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** A branch is in doubt: recorded at once, then periodically until it is settled. */
@Name("io.sluice.InDoubt")
@Label("Branch in Doubt")
@Category("Sluice")
@Description("A transaction is over and the server has not confirmed the outcome of its branch")
@Period("10 s")
@StackTrace(false)
final class InDoubtEvent extends Event {

    @Label("Pool")
    @Nullable String pool;

    @Label("Pooled Object")
    @Nullable String resource;

    @Label("Branch")
    @Description("Format, global part and branch in hexadecimal digits")
    @Nullable String xid;

    @Label("Failure")
    @Description("The type of the last exception; none without one")
    @Nullable String failure;
}
