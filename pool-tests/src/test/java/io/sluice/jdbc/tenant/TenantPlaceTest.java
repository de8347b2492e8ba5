package io.sluice.jdbc.tenant;

import java.util.concurrent.Callable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The place of a tenant where no driver's failure can lead. */
@Tag("once")
@Timeout(60)
class TenantPlaceTest {

    @Test
    void anAcquireThatFailsLateGivesItsPlaceBackOnce() throws Exception {
        run(LateFailure.class);
    }

    @Test
    void nothingIsLostThoughTheCallThatReturnsTheConnectionFindsNoStack() throws Exception {
        run(LostStack.class);
    }

    private static void run(Class<? extends Callable<?>> named) throws Exception {
        Class<?> scenario = new RegistrationLoader().loadClass(named.getName());
        ((Callable<?>) scenario.getConstructor().newInstance()).call();
    }
}
