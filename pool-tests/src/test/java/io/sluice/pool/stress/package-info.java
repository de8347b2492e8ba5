/** Many threads and random faults, for cases that no other test covers. */
package io.sluice.pool.stress;
