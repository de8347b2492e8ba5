/** Tenants that share one pool, each with a schema, a catalog or a role of its own. */
@NullMarked
package io.sluice.jdbc.tenant;

import org.jspecify.annotations.NullMarked;
