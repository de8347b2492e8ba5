package io.sluice.jdbc.handle;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.sql.Connection;
import java.sql.SQLException;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Two threads of an application use one connection at once. */
public final class HandleRaces {

    private HandleRaces() {}

    /** One thread works while another makes the first change: the lease remembers both. */
    @JCStressTest
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "Both are remembered.")
    @Outcome(expect = FORBIDDEN, desc = "The work or the change is forgotten.")
    @State
    public static class WorkAgainstFirstChange {
        private final ConnectionHandle lease = new ConnectionHandle(OWNER, 1);

        @Actor
        public void work() {
            lease.worked();
        }

        @Actor
        public void change() {
            lease.note(ConnectionAttribute.READ_ONLY.bit());
        }

        @Arbiter
        public void look(ZZ_Result result) {
            result.r1 = lease.hasWorked();
            result.r2 = lease.changes() != 0;
        }
    }

    private static final ConnectionOwner OWNER =
            new ConnectionOwner() {
                @Override
                public Connection connection() {
                    throw new AssertionError("no race needs the driver");
                }

                @Override
                public void release(ConnectionHandle handle) {}

                @Override
                public boolean aborting(ConnectionHandle handle) {
                    return true;
                }

                @Override
                public SQLException failed(SQLException failure) {
                    return failure;
                }

                @Override
                public void foundInvalid(ConnectionHandle handle) {}

                @Override
                public void changing(ConnectionHandle handle, ConnectionAttribute attribute) {}

                @Override
                public SQLException closedError(String what) {
                    return new SQLException(what);
                }
            };
}
