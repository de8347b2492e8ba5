package io.sluice.perf.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.sluice.perf.stub.StubXaDataSource;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StubManagerTest {

    private final StubManager manager = StubManager.create();

    @Test
    void transactionTellsItsEndOnce() throws Exception {
        List<String> told = new ArrayList<>();
        manager.begin();
        manager.getTransaction()
                .registerSynchronization(
                        new Synchronization() {
                            @Override
                            public void beforeCompletion() {
                                told.add("before");
                            }

                            @Override
                            public void afterCompletion(int status) {
                                told.add("after " + status);
                            }
                        });
        manager.getTransaction()
                .enlistResource(new StubXaDataSource().getXAConnection().getXAResource());

        manager.commit();

        assertThat(told).containsExactly("before", "after " + Status.STATUS_COMMITTED);
        assertThat(manager.getStatus()).isEqualTo(Status.STATUS_NO_TRANSACTION);
    }

    @Test
    void resourcesBelongToOneTransaction() throws Exception {
        manager.begin();
        manager.putResource("key", "value");
        manager.putResource("key", "other");
        assertThat(manager.getResource("key")).isEqualTo("other");
        manager.commit();

        manager.begin();
        assertThat(manager.getResource("key")).isNull();
        manager.commit();
    }

    @Test
    void withoutATransactionThereIsNothingToCommit() {
        assertThatIllegalStateException().isThrownBy(manager::commit);
    }
}
