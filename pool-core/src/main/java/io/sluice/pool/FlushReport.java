package io.sluice.pool;

/**
 * What became of the resources that existed, or were in creation, when a pool was flushed. Nothing
 * of what was flushed is left when {@code stillOut} and {@code creating} are zero, or will be in a
 * moment if the flush did not wait.
 *
 * @param discarded went without force: idle ones at once, others when their lease ended
 * @param takenAway were in use, or in the pool's own hands, when their time was over, and were
 *     ended by force
 * @param stillOut are in use still, or being cleaned or validated by the pool, and go after that
 * @param creating are in creation still, or have hung there since they were given up: what arrives
 *     is destroyed
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
