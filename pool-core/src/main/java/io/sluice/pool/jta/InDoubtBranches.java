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
 * The branches of this process that have ended as far as they can here, and whose outcome the
 * server has not confirmed. Each stays here until it is settled. Its connection stays open for as
 * long, if it works and closing it would undo what was prepared. Thread-safe.
 */
public final class InDoubtBranches {

    /** By resource manager and xid; added before a branch is announced as in doubt. */
    private static final Map<Key, BranchXaResource> ALL = new ConcurrentHashMap<>();

    /** How much recovery may be ahead of the transactions it ends. */
    private static final int MOST_EARLY = 1000;

    /**
     * What recovery has ended while nobody was in doubt about it: its transaction may not have said
     * yet that it is over. Concurrent: whoever adds here has looked into {@link #ALL} and looks
     * again, and the other way round. Forgotten when there is too much of it.
     */
    private static final Set<Key> EARLY = ConcurrentHashMap.newKeySet();

    /**
     * What recovery is ending at this moment. Concurrent: of passes that overlap one has added it.
     */
    private static final Set<BranchXaResource> ENDING = ConcurrentHashMap.newKeySet();

    private record Key(String resourceManager, String xid) {}

    private InDoubtBranches() {}

    /** Returns an xid as text: format, global part and branch in hexadecimal digits. */
    public static String text(Xid xid) {
        return XaErrors.text(xid);
    }

    /**
     * Returns the xids of those that lead to a resource manager, as {@link #text} writes them.
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
     * Tells that recovery has ended a branch on a connection of its own, so that the connection
     * that waits for it is let go, now or when its transaction is over.
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
        if (ALL.containsKey(key) && EARLY.remove(key)) { // else whoever has put it there does it
            boolean ignored = settle(key);
        }
    }

    /**
     * Tells that recovery has had a branch forgotten. The same as {@link #settled} for a branch
     * that the server has decided by itself; any other may be prepared still, whatever was
     * forgotten.
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
     * Tells what a server has listed as prepared or decided by itself in a whole scan. What was in
     * doubt before the scan and is not listed has been ended, or was never prepared, so it is
     * {@link #settled}; what the server has decided by itself is not, until it is forgotten.
     *
     * @param resourceManager the name of the pool
     * @param before what {@link #of} said before the scan
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
     * Commits a branch on the connection that waits for it: for recovery, where the server lets no
     * other connection end it. Whichever pool's that is: several may lead to one server, and
     * recovery comes to a branch through any of them.
     *
     * @param xid the branch
     * @return false if no connection of this process waits for it, or another pass of recovery is
     *     at it
     * @throws XAException if it could not be committed
     */
    public static boolean commit(Xid xid) throws XAException {
        return end(xid, /* commit= */ true);
    }

    /**
     * Rolls a branch back as {@link #commit} commits one.
     *
     * @param xid the branch
     * @return false if no connection of this process waits for it, or another pass of recovery is
     *     at it
     * @throws XAException if it could not be rolled back
     */
    public static boolean rollback(Xid xid) throws XAException {
        return end(xid, /* commit= */ false);
    }

    /** No lambda: that would want Jakarta's classes of recovery for a manager that has none. */
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

    /** False when recovery has ended it already. */
    static boolean add(BranchXaResource branch) {
        Key key = key(branch);
        ALL.put(key, branch);
        return !(EARLY.remove(key) && settle(key));
    }

    /** True when it was among them. */
    static boolean remove(BranchXaResource branch) {
        return ALL.remove(key(branch), branch);
    }

    private static Key key(BranchXaResource branch) {
        return new Key(branch.resourceManagerName(), XaErrors.text(branch.xid()));
    }
}
