package io.sluice.sim.scheduler;

import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;

/** A log that each simulation reads for itself. On other threads it says nothing. */
final class SimLog implements System.Logger {

    private final String name;

    SimLog(String name) {
        this.name = name;
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public boolean isLoggable(Level level) {
        Simulation simulation = Simulation.current();
        return simulation != null && simulation.isLogRead();
    }

    @Override
    public void log(
            Level level, @Nullable ResourceBundle texts, String text, @Nullable Throwable why) {
        write(text, why);
    }

    @Override
    public void log(
            Level level,
            @Nullable ResourceBundle texts,
            String text,
            @Nullable Object @Nullable ... values) {
        write(text, /* why= */ null);
    }

    private static void write(String text, @Nullable Throwable why) {
        Simulation simulation = Simulation.current();
        if (simulation != null) {
            simulation.logs(text, why);
        }
    }
}
