package io.sluice.perf.stub;

import java.lang.invoke.MethodHandles;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.XAConnection;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** Connections to nothing that take part in global transactions without any effect. */
public final class StubXaDataSource extends SilentXaDataSource {

    private final AtomicInteger open = new AtomicInteger();

    /** Made by pools. */
    public StubXaDataSource() {}

    @Override
    public XAConnection getXAConnection() throws SQLException {
        open.incrementAndGet();
        return StubXaConnection.FIRST.another(StubConnection.of(open));
    }

    /** Its one handle is the connection; its XA resource agrees to everything and keeps nothing. */
    abstract static class StubXaConnection implements XAConnection, XAResource {

        private static final StubXaConnection FIRST =
                Completion.idle(MethodHandles.lookup(), StubXaConnection.class);

        private final StubConnection connection;

        StubXaConnection(StubConnection connection) {
            this.connection = connection;
        }

        /** Written by {@link Completion}. */
        abstract StubXaConnection another(StubConnection connection);

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
        public Xid[] recover(int flag) {
            return new Xid[0];
        }

        @Override
        public boolean isSameRM(XAResource other) {
            return other == this;
        }
    }
}
