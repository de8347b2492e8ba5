package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pool.internal.base.SafeLog;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class SafeLogTest {

    @Test
    void theSourceOfARecordIsTheCaller() {
        try (LogCapture log = LogCapture.start()) {
            SafeLog.write(System.Logger.Level.WARNING, "told on purpose", null);

            LogRecord record = log.await("told on purpose");
            assertThat(record.getSourceClassName()).isEqualTo(SafeLogTest.class.getName());
            assertThat(record.getSourceMethodName()).isEqualTo("theSourceOfARecordIsTheCaller");
        }
    }
}
