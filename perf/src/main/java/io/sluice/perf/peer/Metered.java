package io.sluice.perf.peer;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.metrics.micrometer.MicrometerMetricsTrackerFactory;
import io.micrometer.core.instrument.MeterRegistry;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.micrometer.SluiceMeterBinder;
import java.util.EnumSet;
import java.util.Set;
import javax.sql.DataSource;

/** Publishes the figures of a pool through Micrometer, as an application with metrics does. */
public final class Metered {

    /** The contestants that can do so. */
    public static final Set<Peer> PEERS = EnumSet.of(Peer.SLUICE, Peer.HIKARI);

    private Metered() {}

    /**
     * Binds the meters of a pool to a registry.
     *
     * @param source a pool of one of {@link #PEERS}
     */
    public static void bind(DataSource source, MeterRegistry registry) {
        if (source instanceof SluiceDataSource sluice) {
            new SluiceMeterBinder(sluice).bindTo(registry);
        } else if (source instanceof HikariDataSource hikari) {
            hikari.setMetricsTrackerFactory(new MicrometerMetricsTrackerFactory(registry));
        } else {
            throw new IllegalArgumentException("no meters are known for " + source);
        }
    }
}
