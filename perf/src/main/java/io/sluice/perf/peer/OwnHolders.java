package io.sluice.perf.peer;

import io.sluice.perf.stub.Completion;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * The floor under every pool: each client has a holder of its own, takes and returns it with one
 * compare-and-set each, and gets a handle for each lease. No search, no check, nothing shared
 * between threads.
 */
final class OwnHolders {

    private OwnHolders() {}

    /** Returns the source for the client of a physical connection. */
    static DataSource source(Connection connection) {
        return ConnectingSource.of(new Holder(connection)::acquire);
    }

    /** Keeps the memory before the word out of its cache line. */
    @SuppressWarnings("unused")
    private static class PaddingBefore {
        private long p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, pA, pB, pC, pD, pE, pF;
    }

    private static class StateWord extends PaddingBefore {

        private static final VarHandle WORD;

        static {
            try {
                WORD = MethodHandles.lookup().findVarHandle(StateWord.class, "word", long.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        /** Serial of the lease above, state in the lowest bit. Changed by compare-and-set only. */
        private volatile long word;

        final boolean change(long expected, long next) {
            return WORD.compareAndSet(this, expected, next);
        }

        final long word() {
            return word;
        }
    }

    /** Keeps the memory behind the word out of its cache line. */
    @SuppressWarnings("unused")
    private static class PaddingBehind extends StateWord {
        private long q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, qA, qB, qC, qD, qE, qF;
    }

    private static final class Holder extends PaddingBehind {

        private static final long ACCESSIBLE = 1;
        private static final long SERIAL = 2;

        private final Connection connection;

        Holder(Connection connection) {
            this.connection = connection;
        }

        Handle acquire() throws SQLException {
            long available = word();
            long stamp = (available + SERIAL) | ACCESSIBLE;
            if ((available & ACCESSIBLE) != 0 || !change(available, stamp)) {
                throw new SQLException("the only connection of this thread is in use");
            }
            return Handle.FIRST.another(connection, this, stamp);
        }

        void release(long stamp) {
            // A second close of the same handle finds another word and does nothing.
            change(stamp, stamp & ~ACCESSIBLE);
        }
    }

    /** A lease. */
    abstract static class Handle implements Connection {

        private static final Handle FIRST =
                Completion.passing(MethodHandles.lookup(), Handle.class, Connection.class);

        /** Read by the methods that {@link Completion} writes. */
        final Connection delegate;

        private final Holder owner;
        private final long stamp;

        Handle(Connection delegate, Holder owner, long stamp) {
            this.delegate = delegate;
            this.owner = owner;
            this.stamp = stamp;
        }

        /** Written by {@link Completion}. */
        abstract Handle another(Connection delegate, Holder owner, long stamp);

        @Override
        public void close() {
            owner.release(stamp);
        }
    }
}
