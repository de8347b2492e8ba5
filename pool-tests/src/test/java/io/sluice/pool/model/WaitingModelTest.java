package io.sluice.pool.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pool.fixture.Deep;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The waiting protocol loses no wake-up and no holder, in any interleaving; and each part of it is
 * needed for that.
 */
@Tag("once")
class WaitingModelTest {

    /** More states than any of the quick searches has, and few enough for a small heap. */
    private static final int QUICK = 1_000_000;

    /** What fits into a heap of some gigabytes. */
    private static final int DEEP = 30_000_000;

    @TestFactory
    Stream<DynamicTest> noThreadIsStuckAndNothingIsLost() {
        return Stream.of(
                good("one slot", WaitingModel.of(3, 1)),
                good("one slot, a time-out", WaitingModel.of(3, 1).mayTimeOut(1)),
                good("one slot, all may time out", WaitingModel.of(3, 1).mayTimeOut(3)),
                good("two slots, a time-out", WaitingModel.of(3, 2).mayTimeOut(1)),
                good("two slots, all may time out", WaitingModel.of(3, 2).mayTimeOut(3)),
                good("two threads that come twice", WaitingModel.of(2, 1).rounds(2).mayTimeOut(1)));
    }

    @TestFactory
    Stream<DynamicTest> closingRefusesAllWaitersAndClosesEveryHolder() {
        return Stream.of(
                good("one slot", WaitingModel.of(2, 1).closing()),
                good(
                        "one slot, a time-out, twice",
                        WaitingModel.of(2, 1).rounds(2).mayTimeOut(1).closing()),
                good("two slots", WaitingModel.of(3, 2).closing()));
    }

    /** Their line is that of the threads. */
    @TestFactory
    Stream<DynamicTest> noRequestWithoutAThreadIsStuckOrServedTwice() {
        return Stream.of(
                good("requests alone", WaitingModel.of(3, 1).requests(3)),
                good("requests alone, cancelled", WaitingModel.of(3, 1).requests(3).cancelling()),
                good("a request and threads", WaitingModel.of(3, 1).requests(1)),
                good("requests and a thread", WaitingModel.of(3, 1).requests(2).cancelling()),
                good(
                        "two slots, a time-out",
                        WaitingModel.of(3, 2).requests(2).cancelling().mayTimeOut(1)),
                good(
                        "a request and a thread that come twice",
                        WaitingModel.of(2, 1).rounds(2).requests(1).cancelling().mayTimeOut(1)),
                good("closing", WaitingModel.of(2, 1).requests(1).cancelling().closing()),
                good("evicting", WaitingModel.of(2, 2).requests(1).cancelling().evicting()),
                good(
                        "beside a thread without a processor",
                        WaitingModel.of(3, 1).requests(1).oneWithoutProcessor()));
    }

    @Test
    void withoutSignallingWhenItHasJoinedARequestWaitsForEverBesideSomethingAvailable() {
        Explorer.Result result =
                Explorer.explore(
                        WaitingModel.of(2, 1)
                                .requests(1)
                                .stuckOnly()
                                .without(Part.SIGNALLING_WHEN_JOINED)
                                .build(),
                        QUICK);

        assertThat(result.fault()).startsWith("stuck").contains("holders AVAILABLE", "at AWAIT");
    }

    @Test
    void withoutSignallingAgainAWaiterWaitsForEverBesideWhatWasTakenForARequest() {
        Explorer.Result result =
                Explorer.explore(
                        WaitingModel.of(3, 1)
                                .requests(2)
                                .cancelling()
                                .stuckOnly()
                                .without(Part.SIGNALLING_AGAIN)
                                .build(),
                        QUICK);

        assertThat(result.fault()).startsWith("stuck").contains("holders AVAILABLE");
    }

    @Test
    void withoutPassingOnACancelledRequestLosesAHolder() {
        Explorer.Result result =
                Explorer.explore(
                        WaitingModel.of(2, 1)
                                .requests(1)
                                .cancelling()
                                .without(Part.PASSING_ON)
                                .build(),
                        QUICK);

        assertThat(result.fault()).startsWith("a holder is lost");
    }

    @Test
    void withoutTicksARequestWaitsForEverBesideWhatAThreadWithoutAProcessorWasWokenFor() {
        Explorer.Result result =
                Explorer.explore(
                        WaitingModel.of(3, 1)
                                .requests(1)
                                .oneWithoutProcessor()
                                .without(Part.TELLING_AT_TICKS)
                                .build(),
                        QUICK);

        assertThat(result.fault()).startsWith("stuck").contains("holders AVAILABLE", "at AWAIT");
    }

    @Test
    void withoutRefusingFirstARequestThatComesDuringACloseWaitsForEver() {
        Explorer.Result result =
                Explorer.explore(
                        WaitingModel.of(2, 1)
                                .requests(1)
                                .closing()
                                .without(Part.REFUSING_FIRST)
                                .build(),
                        QUICK);

        assertThat(result.fault()).startsWith("stuck").contains("holders CLOSED", "at AWAIT");
    }

    @TestFactory
    Stream<DynamicTest> evictingHidesTheMovedHolderFromNoWaiter() {
        return Stream.of(
                good("two slots", WaitingModel.of(2, 2).mayTimeOut(1).evicting()),
                good("three slots", WaitingModel.of(2, 3).evicting()));
    }

    @Test
    void withoutLookingAfterMovingAWaiterParksForEverBesideTheHolderThatMoved() {
        Explorer.Result result =
                Explorer.explore(
                        WaitingModel.of(2, 2)
                                .evicting()
                                .stuckOnly()
                                .without(Part.LOOKING_AFTER_MOVING)
                                .build(),
                        QUICK);

        assertThat(result.fault()).startsWith("stuck").contains("AVAILABLE", "at PARK");
    }

    /** Searches too long for every build; see {@link Deep}. */
    @TestFactory
    Stream<DynamicTest> largerModelsAreGoodAsWell() {
        if (!Deep.isAsked()) {
            return Stream.of(
                    good(
                            "three threads, two slots, closing, a time-out",
                            WaitingModel.of(2, 2).mayTimeOut(2).closing()));
        }
        return Stream.of(
                good(
                        "three threads that come twice, one slot",
                        WaitingModel.of(3, 1).rounds(2).mayTimeOut(1)),
                good(
                        "three threads that come twice, two slots",
                        WaitingModel.of(3, 2).rounds(2).mayTimeOut(3)),
                good("three threads, two slots, evicting", WaitingModel.of(3, 2).evicting()),
                good("four threads, one slot", WaitingModel.of(4, 1).mayTimeOut(1)),
                good("four threads, two slots", WaitingModel.of(4, 2).mayTimeOut(1)),
                good(
                        "three threads, one slot, closing",
                        WaitingModel.of(3, 1).mayTimeOut(1).closing()));
    }

    private static DynamicTest good(String name, WaitingModel.Builder model) {
        return DynamicTest.dynamicTest(
                name,
                () -> {
                    Explorer.Result result =
                            Explorer.explore(model.build(), Deep.isAsked() ? DEEP : QUICK);
                    assertThat(result.isGood()).as(result.toString()).isTrue();
                    // A model that cannot move would be good as well.
                    assertThat(result.states()).isGreaterThan(1_000);
                });
    }

    @ParameterizedTest
    @EnumSource(
            value = Part.class,
            names = {
                "SCANNING_AFTER_COUNTING",
                "LOOKING_WHEN_NOTIFIED",
                "CLEARING_ON_LEAVING",
                "LOOKING_ON_LEAVING",
                "CHECKING_AFTER_NAMING",
                "PUBLISHING_FIRST"
            })
    void withoutAnyPartOfTheProtocolAWaiterParksForEverBesideSomethingAvailable(Part part) {
        Explorer.Result result =
                Explorer.explore(
                        WaitingModel.of(3, 1).mayTimeOut(1).stuckOnly().without(part).build(),
                        QUICK);

        assertThat(result.fault()).startsWith("stuck").contains("holders AVAILABLE", "at PARK");
        assertThat(result.trace()).hasSizeGreaterThan(10);
    }

    /** It was served while it asked for growth, which consumed the wake-up. */
    @Test
    void withoutLookingBeforeItParksAnEntitledWaiterParksForEverWithWhatItWasServed() {
        Explorer.Result result =
                Explorer.explore(
                        WaitingModel.of(3, 1)
                                .mayTimeOut(1)
                                .stuckOnly()
                                .without(Part.LOOKING_BEFORE_PARKING)
                                .build(),
                        QUICK);

        assertThat(result.fault()).startsWith("stuck").contains("holders TAKEN", "at PARK");
    }

    @Test
    void withoutLookingAfterAWhileAWaiterKeepsItsNameForEverBesideSomethingAvailable() {
        Explorer.Result result =
                Explorer.explore(
                        WaitingModel.of(3, 1)
                                .stuckOnly()
                                .without(Part.LOOKING_AFTER_A_WHILE)
                                .build(),
                        QUICK);

        assertThat(result.fault())
                .startsWith("stuck")
                .contains("holders AVAILABLE", "at KEEP_NAME");
    }

    @TestFactory
    Stream<DynamicTest> aWaiterWithoutAProcessorKeepsNoOtherFromAnAvailableHolder() {
        return Stream.of(
                good("one slot", WaitingModel.of(3, 1).oneWithoutProcessor()),
                good("two slots", WaitingModel.of(3, 2).oneWithoutProcessor()),
                good("one slot, twice", WaitingModel.of(2, 1).rounds(2).oneWithoutProcessor()));
    }

    @Test
    void withoutTellingAtTicksAWaiterParksForEverBesideWhatOneWithoutAProcessorWasWokenFor() {
        Explorer.Result result =
                Explorer.explore(
                        WaitingModel.of(3, 1)
                                .oneWithoutProcessor()
                                .without(Part.TELLING_AT_TICKS)
                                .build(),
                        QUICK);

        assertThat(result.fault()).startsWith("stuck").contains("holders AVAILABLE", "at PARK");
    }

    @Test
    void withoutGivingBackWhatWasFoundBesideWhatWasHandedOverAHolderIsLost() {
        Explorer.Result result =
                Explorer.explore(
                        WaitingModel.of(3, 2).mayTimeOut(1).without(Part.GIVING_BACK).build(),
                        QUICK);

        assertThat(result.fault()).startsWith("a holder is lost");
    }

    @Test
    void withoutRefusingFirstAWaiterThatComesDuringACloseParksForEver() {
        Explorer.Result result =
                Explorer.explore(
                        WaitingModel.of(2, 1).closing().without(Part.REFUSING_FIRST).build(),
                        QUICK);

        assertThat(result.fault()).startsWith("stuck").contains("holders CLOSED", "at PARK");
    }
}
