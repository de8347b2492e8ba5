/** What Narayana wants to know of a pool beyond the interfaces of Jakarta: how to recover it. */
@NullMarked
package io.sluice.jdbc.narayana;

import org.jspecify.annotations.NullMarked;
