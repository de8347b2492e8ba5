package io.sluice.pool.internal.base;

/**
 * A task that is its own alarm: to set it takes no memory. While it is set, to set it again does
 * nothing. If no timer thread can be started for it, the next use of the ticker does.
 *
 * <p>A thread that wants something done writes that down, then sets this. The timer thread clears
 * {@code task}, then runs it. So it sees what was written, or is set again.
 */
public final class PreparedAlarm extends AlarmEntry implements Runnable {

    private final Runnable work;

    public PreparedAlarm(Runnable work) {
        this.work = work;
    }

    @Override
    public void run() {
        work.run();
    }

    /** Does nothing: the task may run in vain. */
    @Override
    public void cancel() {}
}
