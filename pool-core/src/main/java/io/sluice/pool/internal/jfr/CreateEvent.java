package io.sluice.pool.internal.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** A resource was created, or could not be. */
@Name("io.sluice.Create")
@Label("Creation")
@Category("Sluice")
@StackTrace(false)
final class CreateEvent extends Event {

    @Label("Pool")
    @Nullable String pool;

    @Label("Failure")
    @Description("The type of the exception; none if it succeeded")
    @Nullable String failure;
}
