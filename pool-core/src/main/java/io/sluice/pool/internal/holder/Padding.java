package io.sluice.pool.internal.holder;

import io.sluice.pool.spi.Holder;

/**
 * Keeps objects that precede a holder in the heap off its hot cache line. The int fills the gap
 * after the object header, where the virtual machine could otherwise place a field of {@link
 * HotFields}.
 */
abstract class Padding<R> extends Holder<R> {
    int gap;
    long f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14;
}
