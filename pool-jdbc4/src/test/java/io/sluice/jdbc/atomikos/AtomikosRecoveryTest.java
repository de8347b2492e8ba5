package io.sluice.jdbc.atomikos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.atomikos.datasource.RecoverableResource;
import com.atomikos.icatch.config.Configuration;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a pool registers with Atomikos; {@code AtomikosRecoveryContract} tests its use. */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AtomikosRecoveryTest {

    private static final String NAME = "left-to-atomikos";
    private static final String BEFORE = "registered-before";

    private final AtomicBoolean leaves = new AtomicBoolean();

    @AfterEach
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void takeOut() {
        Configuration.removeResource(NAME);
        Configuration.removeResource(BEFORE);
    }

    private AutoCloseable register(XAResource resource) {
        return AtomikosRecovery.register(NAME, resource, leaves::get);
    }

    private static XAResource resource() {
        return (XAResource)
                Proxy.newProxyInstance(
                        AtomikosRecoveryTest.class.getClassLoader(),
                        new Class<?>[] {XAResource.class},
                        (proxy, method, arguments) -> {
                            if (method.getName().equals("isSameRM")) {
                                return false;
                            }
                            throw new AssertionError(method + " is not for this test");
                        });
    }

    private static AtomikosRecovery registered() {
        return (AtomikosRecovery) Configuration.getResource(NAME);
    }

    private static void pass(RecoverableResource resource) {
        boolean ignored = resource.recover(0, List.of(), List.of());
    }

    @Test
    void aPoolThatLeavesNoBranchesIsGoneAtOnce() throws Exception {
        AutoCloseable pool = register(resource());
        assertThat(registered()).isNotNull();

        pool.close();

        assertThat(registered()).isNull();
    }

    @Test
    void aPoolThatLeavesBranchesStaysUntilTheyHaveEnded() throws Exception {
        AutoCloseable pool = register(resource());
        leaves.set(true);

        pool.close();
        AtomikosRecovery left = registered();
        assertThat(left).isNotNull();
        pass(left);
        assertThat(registered()).isSameAs(left);

        leaves.set(false);
        pass(left);
        assertThat(registered()).isNull();
    }

    @Test
    void aPoolOfItsNameTakesItsPlaceAtNoTimeMissing() throws Exception {
        AutoCloseable first = register(resource());
        AtomikosRecovery left = registered();
        leaves.set(true);
        first.close();
        XAResource next = resource();

        AutoCloseable second = register(next);

        assertThat(registered()).isSameAs(left);
        assertThat(left.getXAResource()).as("with what it connects by now").isSameAs(next);
        leaves.set(false);
        first.close();
        pass(left);
        assertThat(registered()).as("open again").isSameAs(left);
        second.close();
        assertThat(registered()).isNull();
    }

    @Test
    void whatIsGoneIsNotTakenOver() throws Exception {
        AutoCloseable first = register(resource());
        AtomikosRecovery gone = registered();
        first.close();

        AutoCloseable second = register(resource());

        assertThat(registered()).isNotNull().isNotSameAs(gone);
        first.close();
        pass(gone);
        assertThat(registered()).as("not its own").isNotNull();
        second.close();
    }

    /** Its server may not answer any more. */
    @Test
    void whatIsGoneIsNotAsked() throws Exception {
        AutoCloseable pool = register(resource());
        AtomikosRecovery gone = registered();
        pool.close();

        assertThat(gone.recover(0, List.of(), List.of())).as("done").isTrue();
    }

    @Test
    void whatHasEndedMakesPlaceAtOnceAlsoForAPoolWithNothingToRecover() throws Exception {
        AutoCloseable pool = register(resource());
        leaves.set(true);
        pool.close();
        leaves.set(false);

        AutoCloseable next = AtomikosRecovery.register(NAME, null, leaves::get);

        assertThat(registered().getXAResource()).isNull();
        next.close();
    }

    /**
     * To remove a resource, Atomikos asks those before it whether they are the same. That takes the
     * monitor that a pass holds while it asks for the XA resource.
     */
    @Test
    void aPassDoesNotWaitForACloseThatWaitsForThePass() throws Exception {
        AutoCloseable before = AtomikosRecovery.register(BEFORE, resource(), leaves::get);
        assertThat(((AtomikosRecovery) Configuration.getResource(BEFORE)).getXAResource())
                .as("a pass has come by")
                .isNotNull();
        XAResource resource = resource();
        AutoCloseable pool = register(resource);
        AtomikosRecovery registered = registered();
        FutureTask<Void> close =
                new FutureTask<>(
                        () -> {
                            pool.close();
                            return null;
                        });
        Thread closer = new Thread(close, "closer");
        closer.setDaemon(true);

        synchronized (registered) { // as a pass has it
            closer.start();
            await("the close waits").until(closer::getState, Thread.State.BLOCKED::equals);
            assertThat(registered.getXAResource()).isSameAs(resource);
        }

        close.get();
        assertThat(registered()).isNull();
        before.close();
    }

    @Test
    void anOpenPoolKeepsItsName() throws Exception {
        AutoCloseable pool = register(resource());

        assertThatThrownBy(() -> register(resource()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(NAME);

        pool.close();
    }

    @Test
    void aPoolWithNothingToRecoverIsGoneAtOnce() throws Exception {
        AutoCloseable pool = AtomikosRecovery.register(NAME, null, leaves::get);
        leaves.set(true);

        pool.close();

        assertThat(registered()).isNull();
    }

    /** It could not recover what the other has left. */
    @Test
    void aPoolWithNothingToRecoverTakesNoPlace() throws Exception {
        AutoCloseable pool = register(resource());
        leaves.set(true);
        pool.close();

        assertThatThrownBy(() -> AtomikosRecovery.register(NAME, null, leaves::get))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(NAME);
    }
}
