/**
 * The waiting protocol as a model small enough to try every interleaving of it.
 *
 * <p>{@link io.sluice.pool.model.Explorer} walks all states that a {@link
 * io.sluice.pool.model.Model} can reach and reports the shortest way to a bad one. {@link
 * io.sluice.pool.model.WaitingModel} says, step by step, what the threads of a pool do to wait, to
 * release and to close; each step is one access to shared memory, and steps of different threads
 * mix in every order (memory is taken as sequentially consistent, which holds for the volatile
 * fields concerned). {@link io.sluice.pool.model.WaitingState} is what they share.
 */
package io.sluice.pool.model;
