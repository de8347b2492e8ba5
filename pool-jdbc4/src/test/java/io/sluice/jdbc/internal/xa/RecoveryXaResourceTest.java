package io.sluice.jdbc.internal.xa;

import static io.sluice.jdbc.internal.xa.MySqlXaTest.XID;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sluice.pool.spi.RecoverySource;
import java.lang.reflect.Proxy;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class RecoveryXaResourceTest {

    private int open;

    /** A session whose driver throws what its interface does not name. */
    private final class Broken implements RecoverySource, RecoverySource.Session {

        private final Throwable failure;

        Broken(Throwable failure) {
            this.failure = failure;
        }

        @Override
        public String name() {
            return "orders";
        }

        @Override
        public Session open() {
            open++;
            return this;
        }

        @Override
        public XAResource resource() {
            return (XAResource)
                    Proxy.newProxyInstance(
                            getClass().getClassLoader(),
                            new Class<?>[] {XAResource.class},
                            (proxy, method, arguments) -> {
                                throw failure;
                            });
        }

        @Override
        public void close() {
            open--;
        }
    }

    /** A manager knows no other error; it would give up the branches of all resources. */
    @Test
    void whateverADriverThrowsTheManagerIsToldToTryAgain() {
        isToldToTryAgain(new IllegalStateException("on purpose"));
        isToldToTryAgain(new NoSuchMethodError("on purpose"));
    }

    private void isToldToTryAgain(Throwable failure) {
        XAResource recovering = new RecoveryXaResource(new Broken(failure));

        isToldToTryAgain(failure, () -> recovering.recover(XAResource.TMSTARTRSCAN));
        isToldToTryAgain(failure, () -> recovering.commit(XID, /* onePhase= */ false));
        isToldToTryAgain(failure, () -> recovering.rollback(XID));
        isToldToTryAgain(failure, () -> recovering.forget(XID));
        assertThat(open).as("sessions left open").isZero();
    }

    private static void isToldToTryAgain(Throwable failure, ThrowingCallable call) {
        XAException told = catchThrowableOfType(XAException.class, call);
        assertThat(told).hasCause(failure).hasMessage("on purpose");
        assertThat(told.errorCode).isEqualTo(XAException.XAER_RMFAIL);
    }
}
