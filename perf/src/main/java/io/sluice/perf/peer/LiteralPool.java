package io.sluice.perf.peer;

import io.sluice.perf.stub.Completion;
import java.lang.invoke.MethodHandles;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import javax.sql.DataSource;

/**
 * The design of Sluice's ancestor, to the letter, without anything else that a pool needs:
 * available resources are in a {@link LinkedBlockingQueue}, and a resource joins and leaves the
 * accessible set under the write lock. Thread-safe.
 */
final class LiteralPool implements OpenPeer {

    private final BlockingQueue<Holder> available = new LinkedBlockingQueue<>();
    private final Set<Holder> accessible = new HashSet<>();
    private final Lock writeLock = new ReentrantReadWriteLock().writeLock();
    private final List<Connection> physical = new ArrayList<>();
    private final long timeoutMillis;
    private final DataSource source = ConnectingSource.of(this::acquire);

    private LiteralPool(long timeoutMillis) {
        this.timeoutMillis = timeoutMillis;
    }

    static OpenPeer open(PeerSettings settings) throws SQLException {
        LiteralPool pool = new LiteralPool(settings.acquireTimeout().toMillis());
        for (int i = 0; i < settings.size(); i++) {
            Connection connection = ConnectingSource.connect(settings);
            pool.physical.add(connection);
            pool.available.add(new Holder(connection));
        }
        return pool;
    }

    private Connection acquire() throws SQLException {
        Holder holder = nextAvailable();
        writeLock.lock();
        try {
            accessible.add(holder);
        } finally {
            writeLock.unlock();
        }
        return Handle.FIRST.another(holder.connection, holder, this);
    }

    private Holder nextAvailable() throws SQLException {
        try {
            Holder holder = available.poll(timeoutMillis, TimeUnit.MILLISECONDS);
            if (holder == null) {
                throw new SQLTransientConnectionException(
                        "no connection within " + timeoutMillis + " ms");
            }
            return holder;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLTransientConnectionException("interrupted while waiting", e);
        }
    }

    private void release(Handle handle) {
        writeLock.lock();
        try {
            if (handle.closed) {
                return;
            }
            handle.closed = true;
            accessible.remove(handle.holder);
        } finally {
            writeLock.unlock();
        }
        available.add(handle.holder);
    }

    @Override
    public DataSource sourceForClient() {
        return source;
    }

    @Override
    public void close() throws SQLException {
        for (Connection connection : physical) {
            connection.close();
        }
    }

    private static final class Holder {

        final Connection connection;

        Holder(Connection connection) {
            this.connection = connection;
        }
    }

    /** A lease. */
    abstract static class Handle implements Connection {

        private static final Handle FIRST =
                Completion.passing(MethodHandles.lookup(), Handle.class, Connection.class);

        /** Read by the methods that {@link Completion} writes. */
        final Connection delegate;

        private final Holder holder;
        private final LiteralPool owner;

        /** Guarded by the write lock. */
        private boolean closed;

        Handle(Connection delegate, Holder holder, LiteralPool owner) {
            this.delegate = delegate;
            this.holder = holder;
            this.owner = owner;
        }

        /** Written by {@link Completion}. */
        abstract Handle another(Connection delegate, Holder holder, LiteralPool owner);

        @Override
        public void close() {
            owner.release(this);
        }
    }
}
