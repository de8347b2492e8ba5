package io.sluice.perf.stub;

import java.sql.Connection;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.ConnectionEventListener;
import javax.sql.StatementEventListener;
import javax.sql.XAConnection;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** Connections to nothing that take part in global transactions without any effect. */
public final class StubXaDataSource extends SilentXaDataSource {

    private final AtomicInteger open = new AtomicInteger();

    /** Made by pools. */
    public StubXaDataSource() {}

    @Override
    public XAConnection getXAConnection() {
        open.incrementAndGet();
        return new StubXaConnection(StubConnection.of(open));
    }

    /** Its one handle is the connection; its XA resource agrees to everything. */
    private static final class StubXaConnection implements XAConnection, XAResource {

        private final StubConnection connection;

        StubXaConnection(StubConnection connection) {
            this.connection = connection;
        }

        @Override
        public Connection getConnection() {
            return connection;
        }

        @Override
        public XAResource getXAResource() {
            return this;
        }

        @Override
        public void close() {
            connection.close();
        }

        @Override
        public void addConnectionEventListener(ConnectionEventListener listener) {
            // Nothing happens here.
        }

        @Override
        public void removeConnectionEventListener(ConnectionEventListener listener) {
            // Nothing happens here.
        }

        @Override
        public void addStatementEventListener(StatementEventListener listener) {
            // Nothing happens here.
        }

        @Override
        public void removeStatementEventListener(StatementEventListener listener) {
            // Nothing happens here.
        }

        @Override
        public void start(Xid xid, int flags) {
            // Nothing is kept.
        }

        @Override
        public void end(Xid xid, int flags) {
            // Nothing is kept.
        }

        @Override
        public int prepare(Xid xid) {
            return XA_OK;
        }

        @Override
        public void commit(Xid xid, boolean onePhase) {
            // Nothing is kept.
        }

        @Override
        public void rollback(Xid xid) {
            // Nothing is kept.
        }

        @Override
        public void forget(Xid xid) {
            // Nothing is kept.
        }

        @Override
        public Xid[] recover(int flag) {
            return new Xid[0];
        }

        @Override
        public boolean isSameRM(XAResource other) {
            return other == this;
        }

        @Override
        public int getTransactionTimeout() {
            return 0;
        }

        @Override
        public boolean setTransactionTimeout(int seconds) {
            return false;
        }
    }
}
