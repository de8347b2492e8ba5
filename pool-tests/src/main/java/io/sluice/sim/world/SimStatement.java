package io.sluice.sim.world;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** A plain statement, which one lease opens and closes. */
final class SimStatement implements InvocationHandler {

    private final SimSession session;
    private final int number;

    private boolean isOver;

    /** Whether its lease leaves it open. */
    private boolean isHeld;

    /** The lease that has made it, or executed it last. */
    private @Nullable String by;

    SimStatement(SimSession session, int number, @Nullable String by) {
        this.session = session;
        this.number = number;
        this.by = by;
    }

    @Nullable String by() {
        return by;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
            throws Throwable {
        String name = method.getName();
        Object first = arguments == null ? null : arguments[0];
        return switch (name) {
            case "toString" -> "a statement of " + session;
            case "hashCode" -> number;
            case "equals" -> proxy == first;
            case "isClosed" -> isOver;
            case "close" -> {
                session.statements.closed(this);
                if (by != null && !isOver) {
                    session.hangs.closesSlowly();
                }
                boolean wasOver = isOver;
                isOver = true;
                if (isHeld && !wasOver) {
                    session.statements.mayNotCloseAtAll();
                }
                yield null;
            }
            case "cancel" -> {
                session.hangs.cancel(by);
                yield null;
            }
            case "executeQuery" ->
                    session.leases.inCall(
                            () -> {
                                session.end.checkAlive();
                                session.leases.freshness.validated();
                                return new SimAnswers(session).answer(String.valueOf(first));
                            });
            case "execute" ->
                    session.leases.inCall(
                            () -> {
                                String sql = String.valueOf(first);
                                by = sql.substring(sql.indexOf(' ') + 1);
                                isHeld |= sql.startsWith("HOLD ");
                                session.statements.execute(sql);
                                return false;
                            });
            default -> throw SimSession.unsupported(name);
        };
    }
}
