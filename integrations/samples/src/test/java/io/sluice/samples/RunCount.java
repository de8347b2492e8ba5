package io.sluice.samples;

import java.util.concurrent.atomic.AtomicInteger;
import org.quartz.Job;
import org.quartz.JobExecutionContext;

/** A job that counts its runs. */
public final class RunCount implements Job {

    static final AtomicInteger RUNS = new AtomicInteger();

    /** Creates the job; Quartz does so. */
    public RunCount() {}

    @Override
    public void execute(JobExecutionContext context) {
        RUNS.incrementAndGet();
    }
}
