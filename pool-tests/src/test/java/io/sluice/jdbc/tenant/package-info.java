/** Tenants that share a pool, on servers that keep them apart by schema, role or database. */
package io.sluice.jdbc.tenant;
