package io.sluice.jdbc.xa;

/** A function that H2 calls: a query of many rows that take their time can be cancelled. */
public final class Slow {

    private Slow() {}

    /** Returns its argument, after a millisecond. */
    public static int query(int row) throws InterruptedException {
        Thread.sleep(1);
        return row;
    }
}
