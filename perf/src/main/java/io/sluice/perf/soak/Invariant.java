package io.sluice.perf.soak;

import java.util.Locale;

/** What must hold of a pool, whatever happens. */
enum Invariant {
    OWNER("a connection has one holder"),
    REPLY("a reply answers the question of its thread"),
    CLEAN("a connection comes without the settings of its last holder"),
    WORK("committed work is there, and other work is not"),
    LOST("a connection that was lost does not serve again"),
    CLOSED_HANDLE("a closed connection refuses its use"),
    IN_TIME("an acquire ends by its time-out"),
    ERROR("an error has a documented class"),
    CALM("no call fails between faults"),
    RECOVERED("every thread is served within 10 s of the end of a fault"),
    ENDED("no call goes on for 30 s"),
    LIMIT("no more connections exist or are in creation than maxSize"),
    WAITER("no thread waits for a second beside an available connection"),
    CAPACITY("at rest maxSize connections can be had, and not one more"),
    COUNTS("at rest pool and server count the same, and nothing is in use"),
    CLOSED_POOL("a closed pool has no session and no thread"),
    MEMORY("the heap after a collection does not grow by 8 MiB"),
    THREADS("the number of threads does not grow by 8"),
    FILES("the number of open files does not grow by 8");

    /** What holds, in words. */
    final String title;

    Invariant(String title) {
        this.title = title;
    }

    /** Returns the name as it is written in results. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
