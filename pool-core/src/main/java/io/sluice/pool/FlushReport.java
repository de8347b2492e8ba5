package io.sluice.pool;

/**
 * What became of the resources that existed when a pool was flushed.
 *
 * @param discarded went without force: idle ones at once, others when their lease ended
 * @param takenAway were in use, and were taken away and aborted
 * @param stillOut are in use still, and go when their lease ends
 */
public record FlushReport(int discarded, int takenAway, int stillOut) {

    @Override
    public String toString() {
        return "discarded " + discarded + ", taken away " + takenAway + ", still out " + stillOut;
    }
}
