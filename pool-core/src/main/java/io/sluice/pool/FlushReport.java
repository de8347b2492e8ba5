package io.sluice.pool;

/**
 * What became of the resources that existed, or were in creation, when a pool was flushed. The
 * flush is complete when {@code stillOut} and {@code creating} are zero; a flush that does not wait
 * may complete a moment later. All figures are numbers of resources. Immutable.
 *
 * @param discarded discarded without force: idle ones at once, others when their lease ended
 * @param takenAway ended by force: at the deadline they were leased or used by the pool itself
 * @param stillOut still leased, or being cleaned or validated by the pool; discarded afterwards
 * @param creating still in creation, however late, or in their first validation; destroyed after
 *     that
 */
public record FlushReport(int discarded, int takenAway, int stillOut, int creating) {

    @Override
    public String toString() {
        return "discarded "
                + discarded
                + ", taken away "
                + takenAway
                + ", still out "
                + stillOut
                + ", creating "
                + creating;
    }
}
