/** The PostgreSQL that pools are measured on: one that was named, or one of our own. */
@NullMarked
package io.sluice.perf.server;

import org.jspecify.annotations.NullMarked;
