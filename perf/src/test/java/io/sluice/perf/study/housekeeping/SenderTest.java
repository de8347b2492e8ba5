package io.sluice.perf.study.housekeeping;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.perf.study.housekeeping.WakeBenchmark.Sender;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SenderTest {

    @ParameterizedTest
    @EnumSource(Background.class)
    void everyRequestIsAnsweredOnce(Background background) throws InterruptedException {
        Semaphore request = new Semaphore(0);
        Sender sender = new Sender(background);
        for (int i = 0; i < 20; i++) {
            sender.send(request);
        }
        sender.stop();

        assertThat(request.availablePermits()).isZero();
    }

    @ParameterizedTest
    @EnumSource(Background.class)
    void thereIsOneForAllOrOneForEach(Background background) {
        assertThat(background.threads(8))
                .isEqualTo(background.toString().endsWith("-shared") ? 1 : 8);
    }
}
