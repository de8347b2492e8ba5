/** The studies of what a pool is made of, and the logs of virtual machines that they read. */
@NullMarked
package io.sluice.perf.study;

import org.jspecify.annotations.NullMarked;
