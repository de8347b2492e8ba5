package io.sluice.perf.fault;

import io.sluice.perf.peer.Peer;
import io.sluice.perf.turn.Turns;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Finds what is wrong, whatever the figures are. It judges only Sluice, and only what the machine
 * cannot have caused: a machine that stands still, as threads that merely park show, delays calls
 * and answers.
 */
final class FaultJudge {

    private final List<FaultTurn> ours;
    private final List<String> wrong = new ArrayList<>();

    private FaultJudge(List<FaultTurn> ours) {
        this.ours = ours;
    }

    /** Returns what is wrong, if anything is. */
    static List<String> wrong(FaultPlan plan, Turns<FaultTurn> turns) {
        FaultJudge judge =
                new FaultJudge(
                        turns.taken().stream().filter(turn -> turn.peer() == Peer.SLUICE).toList());
        judge.add("a reply to another question", turn -> turn.seen().wrong() > 0);
        judge.add(
                "an acquire that was told late by a machine that did not stand still",
                turn -> turn.seen().late() > 0 && !turn.seen().machineStalled());
        judge.add(
                "more calls that lost their connection than there were connections",
                turn -> turn.seen().lost() > plan.connections());
        judge.add("a thread that was stuck", turn -> turn.stuck() != null);
        judge.add("a connection leaked in the pool", turn -> turn.leakedInPool() > 0);
        judge.add("a connection leaked on the server", turn -> turn.leakedOnServer() > 0);
        turns.failuresOf(Peer.SLUICE).ifPresent(judge.wrong::add);
        return judge.wrong;
    }

    private void add(String what, Predicate<FaultTurn> isWrong) {
        List<FaultTurn> bad = ours.stream().filter(isWrong).toList();
        if (!bad.isEmpty()) {
            wrong.add(
                    "turns of sluice with %s: %d (the first: %s, round %d)"
                            .formatted(what, bad.size(), bad.get(0).fault(), bad.get(0).round()));
        }
    }
}
