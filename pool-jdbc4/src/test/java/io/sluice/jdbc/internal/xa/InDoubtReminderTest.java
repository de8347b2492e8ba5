package io.sluice.jdbc.internal.xa;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How often the log reports branches in doubt; recovery may pass much more often. */
class InDoubtReminderTest {

    private final InDoubtReminder stillInDoubt = new InDoubtReminder("orders");

    /** The clock of the JVM may have any value, and overflow. */
    @ParameterizedTest
    @ValueSource(longs = {0, Long.MIN_VALUE, -1, Long.MAX_VALUE})
    void itRemindsOnceAMinute(long start) {
        assertThat(stillInDoubt.isDue(start)).as("the first time").isTrue();
        assertThat(stillInDoubt.isDue(start)).as("at once again").isFalse();
        assertThat(stillInDoubt.isDue(start + seconds(59))).as("after 59 s").isFalse();
        assertThat(stillInDoubt.isDue(start + seconds(60))).as("after 60 s").isTrue();
        assertThat(stillInDoubt.isDue(start + seconds(119))).as("59 s after that").isFalse();
        assertThat(stillInDoubt.isDue(start + seconds(120))).as("60 s after that").isTrue();
    }

    @Test
    void eachPoolRemindsByItself() {
        assertThat(stillInDoubt.isDue(0)).isTrue();

        assertThat(new InDoubtReminder("items").isDue(0)).isTrue();
    }

    private static long seconds(long seconds) {
        return Duration.ofSeconds(seconds).toNanos();
    }
}
