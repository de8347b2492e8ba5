package io.sluice.perf.study.housekeeping;

import java.util.Locale;

/** The contestants of waking: how background threads are woken, and how many there are. */
enum Background {
    POLL_EACH(Waking.POLL, false),
    TIMED_EACH(Waking.TIMED, false),
    SIGNAL_EACH(Waking.SIGNAL, false),
    POLL_SHARED(Waking.POLL, true),
    TIMED_SHARED(Waking.TIMED, true),
    SIGNAL_SHARED(Waking.SIGNAL, true);

    private final Waking waking;
    private final boolean shared;

    Background(Waking waking, boolean shared) {
        this.waking = waking;
        this.shared = shared;
    }

    /** Returns how a thread learns that there is work. */
    Waking waking() {
        return waking;
    }

    /** Returns how many threads there are for some clients. */
    int threads(int clients) {
        return shared ? 1 : clients;
    }

    /** Returns the name as it is written in results. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
