package io.sluice.pool.jta;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.transaction.xa.XAException;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * The branches of this process that are in doubt: they have ended here, but the server has not
 * confirmed their outcome. Each stays here until it is settled. Until then its connection stays
 * open, if it works and closing it would undo a prepared branch. Thread-safe.
 */
public final class InDoubtBranches {

    /**
     * By resource manager and xid. Shared: concurrent map; added to before a branch is announced as
     * in doubt, removed by the thread that settles. Partner: {@code BranchLease.progress}, {@code
     * EARLY}. A thread that adds has marked the branch first; one that settles after the mark
     * removes it.
     */
    private static final ConcurrentHashMap<Key, BranchXaResource> ALL = new ConcurrentHashMap<>();

    /** How many branches recovery may settle ahead of their transactions. */
    private static final int MOST_EARLY = 1000;

    /**
     * What recovery has ended before its transaction said that it is over. Forgotten when there is
     * too much of it. Shared: concurrent set; recovery adds and then looks into {@link #ALL}; a
     * thread that announces adds there and then removes here. Partner: {@code ALL}. One sees the
     * other, and the one that removes the key settles.
     */
    private static final Set<Key> EARLY = ConcurrentHashMap.newKeySet();

    /**
     * What recovery is ending at this moment. Shared: concurrent set. Partner: none (of passes that
     * overlap, the one that adds ends the branch).
     */
    private static final Set<BranchXaResource> ENDING = ConcurrentHashMap.newKeySet();

    private record Key(String resourceManager, String xid) {}

    private InDoubtBranches() {}

    /** Returns an xid as text: format, global part and branch in hexadecimal digits. */
    public static String text(Xid xid) {
        return XaErrors.text(xid);
    }

    /**
     * Returns the xids of the branches of a resource manager, in the form of {@link #text}.
     *
     * @param resourceManager the name of the pool
     */
    public static List<String> of(String resourceManager) {
        return ALL.keySet().stream()
                .filter(key -> key.resourceManager().equals(resourceManager))
                .map(Key::xid)
                .sorted()
                .toList();
    }

    /**
     * Reports that recovery has ended a branch on another connection. The connection kept for the
     * branch is released, now or when its transaction is over.
     *
     * @param resourceManager the name of the pool
     * @param xid the branch
     */
    public static void settled(String resourceManager, Xid xid) {
        Key key = new Key(resourceManager, XaErrors.text(xid));
        if (settle(key)) {
            return;
        }
        if (EARLY.size() >= MOST_EARLY) {
            EARLY.clear();
        }
        EARLY.add(key);
        if (ALL.containsKey(key) && EARLY.remove(key)) { // else the thread that added it does this
            boolean ignored = settle(key);
        }
    }

    /**
     * Reports that recovery has forgotten a branch. Like {@link #settled} if the server had decided
     * the branch heuristically; otherwise it is ignored, since the branch may still be prepared.
     *
     * @param resourceManager the name of the pool
     * @param xid the branch
     */
    public static void forgotten(String resourceManager, Xid xid) {
        BranchXaResource branch = ALL.get(new Key(resourceManager, XaErrors.text(xid)));
        if (branch != null && branch.isHeuristic()) {
            settled(resourceManager, xid);
        }
    }

    /**
     * Reports the branches that a server has listed, in a complete scan, as prepared or
     * heuristically decided. A branch that was in doubt before the scan and is not listed has ended
     * or was never prepared, so it is {@link #settled}. The exception is a heuristically decided
     * branch, which must be forgotten.
     *
     * @param resourceManager the name of the pool
     * @param before the result of {@link #of} before the scan
     * @param listed the result of the scan
     */
    public static void listed(String resourceManager, List<String> before, Xid[] listed) {
        Set<String> there = new HashSet<>();
        for (Xid xid : listed) {
            there.add(XaErrors.text(xid));
        }
        for (String xid : before) {
            Key key = new Key(resourceManager, xid);
            BranchXaResource branch = ALL.get(key);
            if (branch != null && !there.contains(xid) && !branch.isHeuristic()) {
                boolean ignored = settle(key);
            }
        }
    }

    /**
     * Commits a branch on the connection kept for it, for servers that let no other connection end
     * it. The connection may belong to any pool, since recovery may reach a server through any pool
     * that leads to it.
     *
     * @param xid the branch
     * @return false if no connection of this process is kept for it, or another recovery pass is
     *     ending it
     * @throws XAException if it could not be committed
     */
    public static boolean commit(Xid xid) throws XAException {
        return end(xid, /* commit= */ true);
    }

    /**
     * Rolls back a branch on the connection kept for it, as {@link #commit} commits one.
     *
     * @param xid the branch
     * @return false if no connection of this process is kept for it, or another recovery pass is
     *     ending it
     * @throws XAException if it could not be rolled back
     */
    public static boolean rollback(Xid xid) throws XAException {
        return end(xid, /* commit= */ false);
    }

    /** No lambda: it would load Jakarta classes for recovery with a manager that has none. */
    private static boolean end(Xid xid, boolean commit) throws XAException {
        BranchXaResource branch = waiting(xid);
        if (branch == null || branch.isGivenUp() || !ENDING.add(branch)) {
            return false;
        }
        try {
            if (commit) {
                branch.commit(xid, /* onePhase= */ false);
            } else {
                branch.rollback(xid);
            }
            return true;
        } finally {
            boolean ignored = ENDING.remove(branch);
        }
    }

    private static @Nullable BranchXaResource waiting(Xid xid) {
        String text = XaErrors.text(xid);
        for (Map.Entry<Key, BranchXaResource> each : ALL.entrySet()) {
            if (each.getKey().xid().equals(text)) {
                return each.getValue();
            }
        }
        return null;
    }

    private static boolean settle(Key key) {
        BranchXaResource branch = ALL.remove(key);
        if (branch == null) {
            return false;
        }
        branch.settledElsewhere();
        JtaLog.settled(branch);
        return true;
    }

    /** Returns false if recovery has ended it already. */
    static boolean add(BranchXaResource branch) {
        Key key = key(branch);
        ALL.put(key, branch);
        return !(EARLY.remove(key) && settle(key));
    }

    /** Returns whether it was present. */
    static boolean remove(BranchXaResource branch) {
        return ALL.remove(key(branch), branch);
    }

    private static Key key(BranchXaResource branch) {
        return new Key(branch.resourceManagerName(), XaErrors.text(branch.xid()));
    }
}
