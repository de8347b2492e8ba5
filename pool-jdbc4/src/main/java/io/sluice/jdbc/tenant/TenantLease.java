package io.sluice.jdbc.tenant;

import io.sluice.jdbc.handle.ConnectionAttribute;
import io.sluice.jdbc.handle.ConnectionHandle;
import io.sluice.jdbc.handle.ConnectionOwner;
import io.sluice.jdbc.internal.PhysicalConnection;
import io.sluice.jdbc.internal.StartRoom;
import io.sluice.jdbc.tenant.TenantPlaces.Place;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One lease for a tenant: the owner of the handle that the application sees, around the handle of
 * the pool. The pool does all cleaning; here is only what the tenant adds. Thread-safe.
 *
 * <p>It is also the task that the pool runs when it takes the lease away.
 */
final class TenantLease extends ConnectionOwner implements Runnable {

    private final ConnectionHandle lease;
    private final PhysicalConnection physical;
    private final WatchedConnection watched;
    private final String tenant;
    private final @Nullable Place place;

    /**
     * Whether the lease has ended. Shared: atomic, by the threads that close, and by the pool when
     * it takes the lease away. Partner: none (one of them wins).
     */
    private final AtomicBoolean over = new AtomicBoolean();

    /**
     * Takes over a lease of the pool for the present tenant of its connection.
     *
     * @param place what to leave when the lease ends, or null
     */
    TenantLease(
            ConnectionHandle lease,
            PhysicalConnection physical,
            String tenant,
            @Nullable Place place) {
        this.lease = lease;
        this.physical = physical;
        this.watched = new WatchedConnection(lease);
        this.tenant = tenant;
        this.place = place;
        holder = physical.holder();
    }

    @Override
    public Connection connection() {
        return watched;
    }

    @Override
    public boolean restsInAutoCommit() {
        return physical.restsInAutoCommit();
    }

    /** Leaves the place when the pool has taken the lease away; the late close does nothing. */
    @Override
    public void run() {
        if (place != null) {
            over.set(true);
            place.leave();
        }
    }

    /** Without stack the pool takes the lease away: see {@code closing}. */
    @Override
    public void release(ConnectionHandle handle) throws SQLException {
        if (place != null) {
            StartRoom.require(); // so that the place can be given back
        }
        if (!over.compareAndSet(false, true)) {
            if (holder.closing == lease.stamp) { // else a later lease is being closed
                holder.closing = 0; // the other thread may be in the driver
            }
            return;
        }
        try {
            closeChildren(handle);
            if (isUnchanged(handle)) {
                physical.keepTenant(tenant);
            }
            lease.close();
        } finally {
            if (place != null) {
                place.leave();
            }
        }
    }

    private void closeChildren(ConnectionHandle handle) {
        holder.closing = 0; // the driver may take long
        try {
            handle.closeChildren();
        } catch (SQLException | RuntimeException e) { // as after any lease of the pool
            physical.doom(e);
        } finally {
            holder.closing = lease.stamp;
        }
    }

    /** Whether the connection surely has the tenant still. */
    private boolean isUnchanged(ConnectionHandle handle) {
        return !watched.mayHaveSwitched()
                && !handle.isUncertain()
                && !handle.aborted()
                && (handle.changes() & switching()) == 0;
    }

    /**
     * The attributes that a tenant may be kept apart by. Not a constant: its initialization at the
     * end of a stack would leave the class unusable.
     */
    private static int switching() {
        return ConnectionAttribute.SCHEMA.bit() | ConnectionAttribute.CATALOG.bit();
    }

    @Override
    public boolean aborting(ConnectionHandle handle) {
        return !over.get();
    }

    /** The handle of the pool has seen it. */
    @Override
    public SQLException failed(SQLException failure) {
        return failure;
    }

    /** The handle of the pool has been told. */
    @Override
    public void foundInvalid(ConnectionHandle handle) {}

    /** The handle of the pool prepares for it. */
    @Override
    public void changing(ConnectionHandle handle, ConnectionAttribute attribute) {}

    @Override
    public SQLException closedError(String what) {
        return physical.closedError(what);
    }
}
