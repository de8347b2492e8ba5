package io.sluice.perf.xa;

import io.sluice.perf.peer.KeptConnection;
import io.sluice.perf.report.BarChart;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.h2.jdbcx.JdbcDataSource;

/**
 * A pool together with the transaction manager it is measured with, or no pool. Lambdas instead of
 * method references, so that no virtual machine loads the adapters of others.
 */
enum XaPeer {
    /** Sluice with Narayana. */
    SLUICE(
            BarChart.Tone.OURS,
            settings -> SluiceXa.open(settings),
            "io.sluice.pool.",
            "io.sluice.jdbc."),
    /** Agroal with Narayana. */
    AGROAL(BarChart.Tone.PEER, settings -> AgroalXa.open(settings), "io.agroal."),
    /** Atomikos' own pool. */
    ATOMIKOS(
            BarChart.Tone.PEER,
            settings -> AtomikosXa.open(settings),
            "com.atomikos.datasource.",
            "com.atomikos.jdbc."),
    /** Bitronix 2.1.4. */
    BITRONIX(BarChart.Tone.PEER, settings -> BitronixXa.open(settings), "bitronix.tm.resource."),
    /** Sluice without a transaction manager. */
    NO_MANAGER(
            BarChart.Tone.BOUND,
            settings -> SluiceXa.withoutManager(settings),
            "io.sluice.pool.",
            "io.sluice.jdbc."),
    /**
     * The driver alone, with one connection of its {@code XAConnection} and no transactions: the
     * work that is behind every pool.
     */
    DRIVER(BarChart.Tone.BOUND, XaPeer::driver);

    /** The contestants that support transactions. */
    static final List<XaPeer> WITH_MANAGERS = List.of(SLUICE, AGROAL, ATOMIKOS, BITRONIX);

    /** Opens pools and starts the manager, for the life of this virtual machine. */
    private interface Opener {

        OpenXa open(XaSettings settings) throws Exception;
    }

    private final BarChart.Tone tone;
    private final Opener opener;
    private final List<String> packages;

    XaPeer(BarChart.Tone tone, Opener opener, String... packages) {
        this.tone = tone;
        this.opener = opener;
        this.packages = Arrays.asList(packages);
    }

    private static OpenXa driver(XaSettings settings) throws Exception {
        return new OpenXa(
                OpenXa.sources(
                        settings,
                        (database, name) -> {
                            JdbcDataSource driver = new JdbcDataSource();
                            driver.setURL(database.properties().get("url"));
                            return KeptConnection.source(driver.getXAConnection().getConnection());
                        }),
                XaPeer::refuse,
                XaPeer::refuse);
    }

    private static void refuse() {
        throw new UnsupportedOperationException("the driver alone has no transaction manager");
    }

    /** Opens pools and starts the manager, for the life of this virtual machine. */
    OpenXa open(XaSettings settings) throws Exception {
        return opener.open(settings);
    }

    /** Returns the packages of the pool, whose locks are its own. */
    List<String> packages() {
        return packages;
    }

    /** Returns the colour of its figures. */
    BarChart.Tone tone() {
        return tone;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
