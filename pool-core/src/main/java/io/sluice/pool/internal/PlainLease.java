package io.sluice.pool.internal;

import io.sluice.pool.spi.Holder;
import io.sluice.pool.spi.LeaseWrapper;

/** Gives the caller of an asynchronous acquire the holder itself. */
final class PlainLease<R> implements LeaseWrapper<R, Holder<R>> {

    @Override
    public boolean isQuick(R resource) {
        return true;
    }

    @Override
    public Holder<R> wrap(Holder<R> holder) {
        return holder;
    }

    @Override
    public void unwrap(Holder<R> holder) {
        holder.release(holder.stamp());
    }
}
