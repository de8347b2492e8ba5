package io.sluice.pool.internal;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.jdbc.internal.connect.StatementCache;
import io.sluice.pool.internal.holder.ResourceHolder;
import io.sluice.pool.internal.holder.StateWord;
import io.sluice.pool.internal.queue.CreationPermits;
import io.sluice.pool.internal.queue.HolderSets;
import io.sluice.pool.internal.queue.WaiterQueue;
import io.sluice.pool.spi.DiscardReason;
import java.lang.reflect.Proxy;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Calls of two threads return what they would one after the other, in some order. Scenarios are
 * made at random and their interleavings explored; each result is compared with a model for one
 * thread. The lists of mutations have a change for each test, which it must find.
 */
@Tag("linearizability")
@Tag("once")
class LinearizabilityTest {

    /**
     * Loops over the homes of threads, and the recursion that looks for room on the stack, are
     * longer than those that Lincheck takes for endless.
     */
    private static final int LONGEST_LOOP = 1_000;

    /** By default ten seconds, which a machine with other work may take for one interleaving. */
    private static final long LONGEST_MILLIS = 120_000;

    /** How many interleavings of each scenario a build explores. */
    private static final int INTERLEAVINGS = 80;

    /** How many times as many scenarios, and interleavings of each, the weekly build explores. */
    private static final int WEEKLY = 5;

    @Test
    void aLostUpdateIsFound() {
        assertThatThrownBy(() -> random(Counter.class, 5, 1).check(Racy.class))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Invalid execution results");
    }

    @Test
    void permitsAreTakenAndGivenBackInSomeOrder() {
        checkPermits(1);
    }

    @Test
    void statementsAreKeptAndTakenInSomeOrder() {
        checkStatements(1);
    }

    @Test
    void holdersJoinAndLeaveInSomeOrder() {
        checkSets(1);
    }

    @Test
    void aHolderIsOfferedAndTakenInSomeOrder() {
        checkOneSeat(1);
    }

    @Test
    void eachThreadGetsTheHolderInTheEndAndAlone() {
        checkCycles(1);
    }

    @Test
    void aBranchIsLetGoOnceInSomeOrder() {
        checkBranches(1);
    }

    @Test
    @Tag("weekly")
    void allOfThemInManyMoreInterleavings() {
        checkPermits(WEEKLY);
        checkStatements(WEEKLY);
        checkSets(WEEKLY);
        checkOneSeat(WEEKLY);
        checkCycles(WEEKLY);
        checkBranches(WEEKLY);
    }

    private static void checkPermits(int times) {
        random(PermitsModel.class, 6, times).check(Permits.class);
    }

    private static void checkStatements(int times) {
        Actor take = call(Statements.class, "take", 1);
        random(StatementsModel.class, 6, times)
                .addCustomScenario(
                        scenario(
                                List.of(call(Statements.class, "keep", 1, 0)),
                                List.of(take),
                                List.of(take),
                                List.of(take)))
                .check(Statements.class);
    }

    private static void checkSets(int times) {
        Actor close = call(Sets.class, "close");
        random(SetsModel.class, 6, times)
                .addCustomScenario(
                        scenario(List.of(), List.of(close), List.of(close), List.of(close)))
                .check(Sets.class);
    }

    private static void checkOneSeat(int times) {
        random(OneSeatModel.class, 6, times).check(OneSeat.class);
    }

    /** Short ones: a later release makes up for a wake-up that was lost. */
    private static void checkCycles(int times) {
        Actor cycle = call(Cycles.class, "cycle");
        options(CyclesModel.class, 4 * times)
                .iterations(0)
                .addCustomScenario(
                        scenario(List.of(), List.of(cycle), List.of(cycle), List.of(cycle)))
                .addCustomScenario(
                        scenario(List.of(), List.of(cycle, cycle), List.of(cycle), List.of()))
                .check(Cycles.class);
    }

    /** Not at random: the state is only comparable once both threads are done. */
    private static void checkBranches(int times) {
        Actor announce = call(Branch.class, "announce");
        Actor settle = call(Branch.class, "settle");
        Actor fail = call(Branch.class, "fail");
        List<Actor> end = List.of(call(Branch.class, "completions"), call(Branch.class, "inDoubt"));
        options(BranchModel.class, times)
                .iterations(0)
                .addCustomScenario(scenario(List.of(), List.of(announce), List.of(settle), end))
                .addCustomScenario(
                        scenario(List.of(), List.of(settle, announce), List.of(settle), end))
                .addCustomScenario(
                        scenario(List.of(), List.of(announce, settle), List.of(fail), end))
                .addCustomScenario(
                        scenario(List.of(), List.of(fail, announce), List.of(settle), end))
                .check(Branch.class);
    }

    private static ModelCheckingOptions random(Class<?> model, int scenarios, int times) {
        return options(model, times)
                .threads(2)
                .actorsPerThread(3)
                .actorsBefore(1)
                .actorsAfter(1)
                .iterations(times * scenarios);
    }

    private static ModelCheckingOptions options(Class<?> model, int times) {
        return new ModelCheckingOptions()
                .invocationsPerIteration(times * INTERLEAVINGS)
                .loopBound(LONGEST_LOOP)
                .recursionBound(LONGEST_LOOP)
                .invocationTimeout$lincheck(LONGEST_MILLIS)
                .sequentialSpecification(model);
    }

    /** Calls before, those of two threads at once, and calls after. */
    private static ExecutionScenario scenario(
            List<Actor> before, List<Actor> one, List<Actor> other, List<Actor> after) {
        return new ExecutionScenario(
                before, List.of(one, other), after, /* validationFunction= */ null);
    }

    private static Actor call(Class<?> type, String name, Object... arguments) {
        Class<?>[] types = Stream.of(arguments).map(each -> int.class).toArray(Class<?>[]::new);
        try {
            return new Actor(type.getMethod(name, types), List.of(arguments));
        } catch (NoSuchMethodException e) {
            throw new AssertionError(e);
        }
    }

    /** Wrong: an update may be lost. */
    public static class Racy {

        private volatile int value;

        @Operation
        public int increment() {
            int next = value + 1;
            value = next;
            return next;
        }
    }

    public static class Counter {

        private int value;

        public int increment() {
            return ++value;
        }
    }

    /**
     * One more may be created. So much exists and is in creation that no call is in vain. The
     * maximum stays: a creation may miss a lower one.
     */
    public static class Permits {

        private final CreationPermits permits = new CreationPermits(/* minSize= */ 0, 21);

        public Permits() {
            for (int i = 0; i < 20; i++) {
                take();
            }
            for (int i = 0; i < 10; i++) {
                permits.created();
            }
        }

        /**
         * As a creator does. Equal counts before and after a failure do not mean that there was no
         * room: others may have changed them and changed them back.
         */
        @Operation
        public final boolean take() {
            long counts;
            do {
                counts = permits.get();
                if (permits.room(counts) <= 0) {
                    return false;
                }
            } while (!permits.tryBegin(counts));
            return true;
        }

        @Operation
        public void created() {
            permits.created();
        }

        @Operation
        public void failed() {
            permits.creationFailed();
        }

        @Operation
        public void destroyed() {
            permits.destroyed();
        }

        @Operation
        public List<Integer> counts() {
            long counts = permits.get();
            return List.of(CreationPermits.total(counts), CreationPermits.creating(counts));
        }
    }

    public static class PermitsModel {

        private int total = 10;
        private int creating = 10;

        public boolean take() {
            boolean hasRoom = total + creating < 21;
            creating += hasRoom ? 1 : 0;
            return hasRoom;
        }

        public void created() {
            creating--;
            total++;
        }

        public void failed() {
            creating--;
        }

        public void destroyed() {
            total--;
        }

        public List<Integer> counts() {
            return List.of(total, creating);
        }
    }

    /** The cache of a connection, for two statements. */
    @Param(name = "key", gen = IntGen.class, conf = "1:3")
    @Param(name = "statement", gen = IntGen.class, conf = "0:3")
    public static class Statements {

        private static final List<PreparedStatement> ALL =
                Stream.generate(Statements::statement).limit(4).toList();

        private final StatementCache cache = new StatementCache(2);

        private static PreparedStatement statement() {
            return (PreparedStatement)
                    Proxy.newProxyInstance(
                            Statements.class.getClassLoader(),
                            new Class<?>[] {PreparedStatement.class},
                            (self, method, arguments) ->
                                    arguments == null ? null : self == arguments[0]);
        }

        @Operation
        public int take(@Param(name = "key") int key) {
            return numberOf(cache.take(key));
        }

        @Operation
        public int keep(@Param(name = "key") int key, @Param(name = "statement") int statement) {
            return numberOf(cache.keep(key, ALL.get(statement)));
        }

        @Operation
        public void closeAll() throws SQLException {
            cache.closeAll();
        }

        @Operation
        public void close() {
            cache.close();
        }

        private static int numberOf(PreparedStatement statement) {
            for (int i = 0; i < ALL.size(); i++) {
                if (ALL.get(i) == statement) {
                    return i;
                }
            }
            return -1;
        }
    }

    public static class StatementsModel {

        private final Map<Integer, Integer> kept = new LinkedHashMap<>();
        private boolean closed;

        public int take(int key) {
            Integer taken = kept.remove(key);
            return taken == null ? -1 : taken;
        }

        public int keep(int key, int statement) {
            if (closed || kept.containsKey(key)) {
                return statement;
            }
            kept.put(key, statement);
            return kept.size() <= 2 ? -1 : kept.remove(kept.keySet().iterator().next());
        }

        public void closeAll() {
            kept.clear();
        }

        public void close() {
            closed = true;
            kept.clear();
        }
    }

    /** The sets of a pool: two holders are members, two others want to be. */
    @Param(name = "holder", gen = IntGen.class, conf = "0:1")
    public static class Sets {

        private final Seats seats = new Seats(4, new StillTicker());
        private final CreationPermits permits = new CreationPermits(/* minSize= */ 0, 4);
        private final HolderSets<Integer> sets =
                new HolderSets<>(seats.slots, seats.waiters, permits);

        public Sets() {
            seats.slots.unseat(seats.holders.get(3));
            seats.slots.unseat(seats.holders.get(2));
        }

        @Operation
        public boolean leave(@Param(name = "holder") int number) {
            return sets.leave(seats.holders.get(number), DiscardReason.BROKEN);
        }

        @Operation(runOnce = true)
        public boolean joinThird() {
            return sets.join(seats.holders.get(2));
        }

        @Operation(runOnce = true)
        public boolean joinFourth() {
            return sets.join(seats.holders.get(3));
        }

        @Operation
        public boolean close() {
            return sets.close();
        }

        @Operation
        public Set<Integer> members() {
            Set<Integer> members = new HashSet<>();
            for (ResourceHolder<Integer> holder : sets.members()) {
                members.add(holder.resource());
            }
            return members;
        }

        @Operation
        public List<Long> counts() {
            HolderSets.Counts counts = sets.count();
            return List.of(counts.joined(), counts.left().get(DiscardReason.BROKEN));
        }
    }

    public static class SetsModel {

        private final Set<Integer> members = new HashSet<>(Arrays.asList(0, 1));
        private boolean closed;
        private long joined;
        private long left;

        public boolean leave(int number) {
            boolean leaves = members.remove(number);
            left += leaves ? 1 : 0;
            return leaves;
        }

        public boolean joinThird() {
            return join(2);
        }

        public boolean joinFourth() {
            return join(3);
        }

        private boolean join(int number) {
            boolean joins = !closed && members.add(number);
            joined += joins ? 1 : 0;
            return joins;
        }

        public boolean close() {
            boolean first = !closed;
            closed = true;
            return first;
        }

        public Set<Integer> members() {
            return new HashSet<>(members);
        }

        public List<Long> counts() {
            return List.of(joined, left);
        }
    }

    /**
     * The queue of one holder. With several, a scan may miss one that another thread exchanges for
     * the next: then releases look for waiters.
     */
    public static class OneSeat {

        private final Seats seats = new Seats(1, new StillTicker());
        private final ResourceHolder<Integer> holder = seats.holders.get(0);

        @Operation
        public boolean poll() {
            return seats.queue.poll() != null;
        }

        /** Ends the present lease, whichever thread has it. */
        @Operation
        public boolean release() {
            for (; ; ) {
                long word = holder.word;
                if (!StateWord.is(word, StateWord.ACCESSIBLE)) {
                    return false;
                }
                if (holder.accessibleToAvailable(word)) {
                    return true;
                }
            }
        }

        @Operation
        public boolean offer() {
            return seats.queue.offer(holder);
        }

        @Operation
        public boolean remove() {
            return seats.queue.remove(holder);
        }

        @Operation
        public int size() {
            return seats.queue.size();
        }
    }

    public static class OneSeatModel {

        private enum State {
            AVAILABLE,
            ACCESSIBLE,
            RESERVED
        }

        private State state = State.RESERVED;

        private boolean move(State from, State to) {
            boolean moves = state == from;
            state = moves ? to : state;
            return moves;
        }

        public boolean poll() {
            return move(State.AVAILABLE, State.ACCESSIBLE);
        }

        public boolean release() {
            return move(State.ACCESSIBLE, State.AVAILABLE);
        }

        public boolean offer() {
            return move(State.RESERVED, State.AVAILABLE);
        }

        public boolean remove() {
            return move(State.AVAILABLE, State.RESERVED);
        }

        public int size() {
            return state == State.AVAILABLE ? 1 : 0;
        }
    }

    /** Threads wait for one holder without a limit, and release it. */
    public static class Cycles {

        private final ParkingTicker ticker = new ParkingTicker();
        private final Seats seats = new Seats(1, ticker);
        private final AtomicInteger owners = new AtomicInteger();

        public Cycles() {
            ticker.waiters = seats.waiters;
            seats.queue.put(seats.holders.get(0));
        }

        @Operation
        public boolean cycle() throws InterruptedException {
            ResourceHolder<Integer> holder = seats.queue.take();
            boolean alone = owners.incrementAndGet() == 1;
            owners.decrementAndGet();
            return holder.release(holder.stamp()) && alone;
        }
    }

    public static class CyclesModel {

        public boolean cycle() {
            return true;
        }
    }

    /**
     * A clock that stands still. The one thread that waits parks until it is named or served:
     * Lincheck wakes a thread for no reason rather than call it stuck.
     */
    private static final class ParkingTicker extends StillTicker {

        private WaiterQueue<Integer> waiters;

        @Override
        public void park(Object blocker, long nanos) {
            do {
                LockSupport.park(blocker);
            } while (Races.notified(waiters) == null && waiters.waiting > 0);
        }
    }

    /** A prepared branch, its transaction and its recovery. */
    public static class Branch {

        private final EndedBranch branch = new EndedBranch();

        public Branch() {
            branch.prepare();
        }

        public void announce() {
            branch.announce();
        }

        public void settle() {
            branch.settleByRecovery();
        }

        public void fail() {
            branch.failAtCommit();
        }

        public int completions() {
            return branch.completions.get();
        }

        public int inDoubt() {
            return branch.inDoubt();
        }
    }

    public static class BranchModel {

        private boolean announced;
        private boolean settled;

        public void announce() {
            announced = true;
        }

        public void settle() {
            settled = true;
        }

        /** The server still has the branch, or has it no more. */
        public void fail() {}

        public int completions() {
            return announced && settled ? 1 : 0;
        }

        public int inDoubt() {
            return announced && !settled ? 1 : 0;
        }
    }
}
