package io.sluice.jdbc.atomikos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.atomikos.datasource.RecoverableResource;
import com.atomikos.icatch.config.Configuration;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What Atomikos has of a pool; {@code RecoveryContract} has what it does with it. */
class AtomikosRecoveryTest {

    private static final String NAME = "left-to-atomikos";

    private final AtomicBoolean leaves = new AtomicBoolean();

    @AfterEach
    void takeOut() {
        Configuration.removeResource(NAME);
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
