package io.sluice.perf.soak;

import io.sluice.pool.FlushMode;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;

/** Something that goes wrong, or that an operator does. */
enum SoakFault {
    STOPPED(site -> site.server().stop(), site -> site.server().start()),
    KILLED(site -> site.server().kill(), site -> site.server().start()),
    FROZEN(site -> site.server().freeze(), site -> site.server().thaw()),
    TERMINATED(site -> site.server().terminate(site.random())),
    DROPPED(site -> site.proxy().drop(), site -> site.proxy().heal()),
    DELAYED(
            site -> site.proxy().delay(Duration.ofMillis(50 + site.random().nextInt(400))),
            site -> site.proxy().heal()),
    HALF_CLOSED(site -> site.proxy().halfClose()),
    RESET(site -> site.proxy().reset()),
    HANGING(
            site -> {
                site.proxy().hang();
                site.proxy().reset();
            },
            site -> site.proxy().heal()),
    REFUSED(
            site -> {
                site.proxy().refuse();
                site.proxy().reset();
            },
            site -> site.proxy().heal()),
    PASSWORD(Site::changePassword, Site::followPassword),
    ROTATED(
            site -> {
                site.changePassword();
                site.followPassword();
            }),
    RESIZED(
            site -> site.resize(1 + site.random().nextInt(site.plan().connections())),
            site -> site.resize(site.plan().connections())),
    SUSPENDED(site -> site.source().suspend(), site -> site.source().resume()),
    SUSPENDED_FLUSHED(
            site -> {
                site.source().suspend();
                site.source().flush(Duration.ofMillis(site.random().nextInt(1000)));
            },
            site -> site.source().resume()),
    FLUSHED(site -> site.source().flush(FlushMode.GRACEFUL)),
    FLUSHED_IDLE(site -> site.source().flush(FlushMode.IDLE)),
    FLUSHED_WITHIN(site -> site.source().flush(Duration.ofMillis(site.random().nextInt(500)))),
    FLUSHED_AT_ONCE(site -> site.source().flush(FlushMode.IMMEDIATE));

    private final Consumer<Site> begin;
    private final Consumer<Site> end;

    /** One that does not last. */
    SoakFault(Consumer<Site> begin) {
        this(begin, site -> {});
    }

    SoakFault(Consumer<Site> begin, Consumer<Site> end) {
        this.begin = begin;
        this.end = end;
    }

    /** Returns whether an operator does it; one such and one fault may come together. */
    boolean isOperation() {
        return compareTo(RESIZED) >= 0;
    }

    void begin(Site site) {
        begin.accept(site);
    }

    void end(Site site) {
        end.accept(site);
    }

    /** Returns the name as it is written in results. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
