package io.sluice.pool.internal.jfr;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** A resource was enlisted; the duration is the transaction manager's. */
@Name("io.sluice.Enlist")
@Label("Enlistment")
@Category("Sluice")
@StackTrace(false)
final class EnlistEvent extends Event {

    @Label("Pool")
    @Nullable String pool;

    @Label("Pooled Object")
    @Nullable String resource;
}
