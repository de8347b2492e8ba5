package io.sluice.sim.scenario;

import io.sluice.jdbc.FatalErrorClassifier;
import java.sql.SQLException;

/** A classifier that fails where it knows nothing, and does not know what a validation says. */
final class SimClassifier implements FatalErrorClassifier {

    private static final String UNKNOWN = "XX000";
    private static final String NOT_CONNECTED = "08006";

    private final FatalErrorClassifier standard = FatalErrorClassifier.standard();

    @Override
    public boolean isFatal(SQLException error) {
        if (UNKNOWN.equals(error.getSQLState())) {
            throw new AssertionError("what does " + error.getMessage() + " mean?");
        }
        return !NOT_CONNECTED.equals(error.getSQLState()) && standard.isFatal(error);
    }
}
