/**
 * What Narayana wants to know of a pool beyond the interfaces of Jakarta: how to recover it, and
 * which resource comes last. Chosen by the option {@code transactionManager}; not exported.
 */
@NullMarked
package io.sluice.jdbc.narayana;

import org.jspecify.annotations.NullMarked;
