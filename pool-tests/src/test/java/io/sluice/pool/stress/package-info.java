/** Many threads, random faults: what no test thought of. */
package io.sluice.pool.stress;
