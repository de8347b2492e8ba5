/**
 * What studies share: contestants measured in turns, each in a virtual machine, and their figures.
 */
@NullMarked
package io.sluice.perf.study;

import org.jspecify.annotations.NullMarked;
