package io.sluice.perf.stub;

import java.lang.invoke.MethodHandles;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;

/** A stub connection of a driver that is told where requests begin and end. */
public abstract class StubRequestConnection extends StubConnection {

    private static final StubRequestConnection FIRST =
            keeping(MethodHandles.lookup(), StubRequestConnection.class);

    private boolean inRequest;

    StubRequestConnection(AtomicInteger open) throws SQLException {
        super(open);
    }

    /** Returns a new one. */
    static StubRequestConnection of(AtomicInteger open) throws SQLException {
        return FIRST.another(open);
    }

    @Override
    abstract StubRequestConnection another(AtomicInteger open) throws SQLException;

    @Override
    public void beginRequest() {
        inRequest = true;
    }

    @Override
    public void endRequest() {
        inRequest = false;
    }

    /** Returns whether a request has begun and not ended. */
    boolean isInRequest() {
        return inRequest;
    }
}
