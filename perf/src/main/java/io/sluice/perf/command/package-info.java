/** What all commands share: their common options, how they fail, and how they show progress. */
@NullMarked
package io.sluice.perf.command;

import org.jspecify.annotations.NullMarked;
