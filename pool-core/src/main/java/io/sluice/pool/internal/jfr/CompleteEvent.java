package io.sluice.pool.internal.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** A transaction released a resource; the duration is the time the resource was in it. */
@Name("io.sluice.Complete")
@Label("Completion of a Transaction")
@Category("Sluice")
@Description("From enlistment until the branch was settled")
@StackTrace(false)
final class CompleteEvent extends Event {

    @Label("Pool")
    @Nullable String pool;

    @Label("Pooled Object")
    @Nullable String resource;
}
