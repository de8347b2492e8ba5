package io.sluice.perf.queue;

/**
 * One virtual machine to run.
 *
 * @param row the situation
 * @param structure the contestant
 * @param round which round it belongs to, from 1
 */
record QueueStep(QueueRow row, Structure structure, int round) {}
