package io.sluice.sim.world;

import java.util.HashMap;
import java.util.Map;

/** A standby, which lags now and then. A pool believes it only if it says so twice. */
public final class SimStandby {

    /** The column with the lag. */
    static final String LAG = "seconds_behind";

    private final Dice dice;

    /** How often it lags, once in so many times. */
    private final int lags;

    /** Whether it says so only once each time. */
    private final boolean isOnce;

    /** How many answers in a row were late. */
    private final Map<SimSession, Integer> lates = new HashMap<>();

    public SimStandby(Dice dice, int lags, boolean isOnce) {
        this.dice = dice;
        this.lags = lags;
        this.isOnce = isOnce;
    }

    String lag(SimSession session) {
        int before = lates.getOrDefault(session, 0);
        boolean isAgain = before % 2 == 1;
        boolean isLate = isAgain ? !isOnce && dice.oneIn(2) : dice.oneIn(lags);
        lates.put(session, isLate ? before + 1 : 0);
        return isLate ? "3600" : "0.5";
    }

    /** Whether a pool has to know that the server of a session lags. */
    boolean isLate(SimSession session) {
        return lates.getOrDefault(session, 0) >= 2;
    }
}
