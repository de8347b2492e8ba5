package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pool.internal.ScriptedFactory.Resource;
import io.sluice.pool.internal.growth.Demand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How many resources are created at once where the pool decides, and where it must not. */
class CreationByNeedTest extends DemandFixture {

    private static final Duration A_LOOK = Duration.ofMillis(5);
    private static final Duration A_CREATION = Duration.ofMillis(100);
    private static final int WAITING = 490;

    CreationByNeedTest() {
        super(/* maxSize= */ 50);
    }

    private Demand<Resource> fourMembersAndALine() {
        return fourMembersAndALine(/* maxCreating= */ 0, A_CREATION);
    }

    /** Four members, each of which took so long to create, and a line of 490. */
    private Demand<Resource> fourMembersAndALine(int maxCreating, Duration creation) {
        Demand<Resource> demand = demand(/* minSize= */ 0, maxCreating);
        factory.onCreate = number -> ticker.advance(creation);
        waiting(4);
        demand.check();
        runCreators();
        assertThat(total()).isEqualTo(4);
        ticker.advance(A_LOOK); // the last look at the first line
        waiting(WAITING);
        demand.check();
        assertThat(creators).as("until the first look").hasSize(1);
        return demand;
    }

    /** What the members do until the next look: so many leases. */
    private void untilTheNextLook(int served) {
        pool.returned += served;
        ticker.advance(A_LOOK);
    }

    /** They seem to be leased for as long as nothing has come back. */
    @Test
    void growsWithTheTimeInWhichNothingReturns() {
        fourMembersAndALine();

        untilTheNextLook(0);
        assertThat(creators).as("8 serve 490 within 300 ms, if each takes 5").hasSize(4);
        untilTheNextLook(0);
        assertThat(creators).as("16, if each takes 10").hasSize(12);
        untilTheNextLook(0);
        assertThat(creators).as("24, if each takes 15").hasSize(20);
    }

    /** One lease of four members in five milliseconds: each takes twenty. */
    @Test
    void followsFromTheTimeThatLeasesTake() {
        fourMembersAndALine();
        untilTheNextLook(1);
        assertThat(creators).as("before a second look").hasSize(1);

        untilTheNextLook(1);

        assertThat(creators).as("32 serve 490 within 300 ms").hasSize(28);
    }

    /** Two leases of four members in five milliseconds: each takes ten. */
    @Test
    void isLessWhereMoreLeasesReturn() {
        fourMembersAndALine();
        untilTheNextLook(2);

        untilTheNextLook(2);

        assertThat(creators).as("16 serve 490 within 300 ms").hasSize(12);
    }

    @Test
    void doesNotFallBecauseNothingReturnsForAMoment() {
        fourMembersAndALine();
        untilTheNextLook(1);

        untilTheNextLook(0);

        assertThat(creators).as("as if each still takes twenty milliseconds").hasSize(28);
    }

    @Test
    void isOneForEachWaiterOnceNothingReturnsForAsLongAsACreationTakes() {
        fourMembersAndALine();
        waiting(30);
        for (int look = 1; look <= 19; look++) {
            untilTheNextLook(0);
        }
        assertThat(creators).as("9 serve 30 within 300 ms, if each takes 95").hasSize(5);

        untilTheNextLook(0);

        assertThat(creators).hasSize(30);
    }

    @Test
    void isNoMoreThanThereIsRoomFor() {
        fourMembersAndALine();

        for (int look = 1; look <= 8; look++) {
            untilTheNextLook(0);
        }

        assertThat(creators).hasSize(46);
    }

    @Test
    void isLimitedByWhatIsConfigured() {
        fourMembersAndALine(/* maxCreating= */ 6, A_CREATION);

        for (int look = 1; look <= 8; look++) {
            untilTheNextLook(0);
        }

        assertThat(creators).hasSize(6);
    }

    /** A server that connects so soon is busy with that. */
    @Test
    void isFourWhereCreationIsQuick() {
        fourMembersAndALine(/* maxCreating= */ 0, Duration.ofMillis(15));

        for (int look = 1; look <= 8; look++) {
            untilTheNextLook(0);
        }

        assertThat(creators).hasSize(4);
    }

    @Test
    void isFourBeforeAnythingIsKnown() {
        waiting(WAITING);

        demand(/* minSize= */ 0, /* maxCreating= */ 0).check();

        assertThat(creators).hasSize(4);
    }

    @Test
    void isFourForTheMinimum() {
        demand(/* minSize= */ 10, /* maxCreating= */ 0).check();

        assertThat(creators).hasSize(4);
    }

    /** The server may have gone with the one that was lost. */
    @Test
    void isFourAfterALossUntilTheNextSuccess() {
        fourMembersAndALine();
        permits.destroyed();
        for (int look = 1; look <= 8; look++) {
            untilTheNextLook(0);
        }
        assertThat(creators).hasSize(4);
        factory.onCreate = number -> {};

        creators.remove().run();
        untilTheNextLook(0);

        assertThat(creators).hasSize(46);
    }

    @Test
    void isOneAfterAFailure() {
        fourMembersAndALine();
        factory.onCreate = this::fail;
        creators.remove().run();
        for (int look = 1; look <= 4; look++) {
            untilTheNextLook(0);
        }

        ticker.advance(A_CREATION); // past the retry

        assertThat(creators).hasSize(1);
    }

    /** Those beside it may hang like it. */
    @Test
    void isOneBesideALateAttempt() {
        fourMembersAndALine(/* maxCreating= */ 0, Duration.ofMillis(130));
        List<Integer> creating = new ArrayList<>();
        factory.onCreate =
                number -> {
                    waiting(1);
                    ticker.advance(Duration.ofSeconds(1));
                    waiting(WAITING);
                    for (int look = 1; look <= 8; look++) {
                        untilTheNextLook(0);
                    }
                    creating.add(creating());
                };

        creators.remove().run();

        assertThat(creating).as("on time, beside the late one").startsWith(1);
    }
}
