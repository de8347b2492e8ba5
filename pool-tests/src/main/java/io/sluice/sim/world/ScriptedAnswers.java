package io.sluice.sim.world;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import javax.transaction.xa.XAException;
import org.jspecify.annotations.Nullable;

/** How the next calls of XA of each name fail at a server that a course has to itself. */
public final class ScriptedAnswers {

    private record Lost(@Nullable SQLException cause) {}

    private final Map<String, Integer> refusals = new HashMap<>();
    private final Map<String, Lost> lost = new HashMap<>();
    private final Set<String> last = new HashSet<>();

    /** The next call of this name is not carried out, and fails with this code. */
    public void refuse(String call, int code) {
        refusals.put(call, code);
    }

    /** The next call of this name is carried out, and fails without a code. */
    public void loseAnswer(String call, @Nullable SQLException cause) {
        lost.put(call, new Lost(cause));
    }

    /** The next call of this name is carried out, and its session is lost before the answer. */
    public void loseSession(String call) {
        last.add(call);
    }

    /** Whether the call is the last one of its session. */
    boolean isLast(String call) {
        return last.remove(call);
    }

    /** Returns the code with which a call fails that is not carried out; 0 if none. */
    int refusal(String call) {
        Integer code = refusals.remove(call);
        return code == null ? 0 : code;
    }

    /** The call was carried out. */
    void checkAnswer(String call) throws XAException {
        Lost answer = lost.remove(call);
        if (answer != null) {
            XAException error = new XAException(call + " has failed");
            error.initCause(answer.cause());
            throw error;
        }
    }
}
