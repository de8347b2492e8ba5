package io.sluice.perf.xa;

import io.sluice.perf.report.BarChart;
import java.util.List;
import java.util.Locale;

/** A pool together with the transaction manager it is measured with, or no pool. */
enum XaPeer {
    SLUICE("Sluice + Narayana") {
        @Override
        OpenXa open(XaSettings settings) throws Exception {
            return SluiceXa.open(settings);
        }
    },
    AGROAL("Agroal + Narayana") {
        @Override
        OpenXa open(XaSettings settings) throws Exception {
            return AgroalXa.open(settings);
        }
    },
    ATOMIKOS("Atomikos' own pool") {
        @Override
        OpenXa open(XaSettings settings) throws Exception {
            return AtomikosXa.open(settings);
        }
    },
    BITRONIX("Bitronix 2.1.4") {
        @Override
        OpenXa open(XaSettings settings) throws Exception {
            return IsolatedLoader.create(BITRONIX_CLASS).open(settings);
        }
    },
    NO_MANAGER("Sluice without a transaction manager") {
        @Override
        OpenXa open(XaSettings settings) throws Exception {
            return SluiceXa.withoutManager(settings);
        }
    },
    DRIVER("the driver alone") {
        @Override
        OpenXa open(XaSettings settings) throws Exception {
            return DriverXa.open(settings);
        }
    };

    /** The contestants that support transactions. */
    static final List<XaPeer> WITH_MANAGERS = List.of(SLUICE, AGROAL, ATOMIKOS, BITRONIX);

    /** By its name, not as a class: it has a class loader of its own, for another javax. */
    private static final String BITRONIX_CLASS = "io.sluice.perf.xa.BitronixXa";

    private final String title;

    XaPeer(String title) {
        this.title = title;
    }

    /** Opens pools and starts the manager, for the life of this virtual machine. */
    abstract OpenXa open(XaSettings settings) throws Exception;

    /** Returns the packages of the pool, whose locks are its own. */
    List<String> packages() {
        return switch (this) {
            case SLUICE, NO_MANAGER -> List.of("io.sluice.pool.", "io.sluice.jdbc.");
            case AGROAL -> List.of("io.agroal.");
            case ATOMIKOS -> List.of("com.atomikos.datasource.", "com.atomikos.jdbc.");
            case BITRONIX -> List.of("bitronix.tm.resource.");
            case DRIVER -> List.of();
        };
    }

    /** Returns the colour of its figures. */
    BarChart.Tone tone() {
        return switch (this) {
            case SLUICE -> BarChart.Tone.OURS;
            case AGROAL, ATOMIKOS, BITRONIX -> BarChart.Tone.PEER;
            case NO_MANAGER, DRIVER -> BarChart.Tone.BOUND;
        };
    }

    String title() {
        return title;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
