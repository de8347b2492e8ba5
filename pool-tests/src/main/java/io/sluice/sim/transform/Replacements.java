package io.sluice.sim.transform;

import io.sluice.sim.scheduler.Hooks;
import io.sluice.sim.scheduler.SimExecutor;
import io.sluice.sim.scheduler.SimThread;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/** What of the JDK is replaced, by what; and what would have to be and is not. */
final class Replacements {

    static final String HOOKS = Type.getInternalName(Hooks.class);

    private static final String THREAD = "java/lang/Thread";
    private static final String LOCK_SUPPORT = "java/util/concurrent/locks/LockSupport";
    private static final String LOCK = "java/util/concurrent/locks/ReentrantLock";
    private static final String FUTURE = "java/util/concurrent/CompletableFuture";

    /** Types of which others are made instead. */
    private static final Map<String, String> TYPES =
            Map.of(
                    THREAD,
                    Type.getInternalName(SimThread.class),
                    "java/util/concurrent/ThreadPoolExecutor",
                    Type.getInternalName(SimExecutor.class),
                    "java/util/HashSet",
                    "java/util/LinkedHashSet",
                    "java/util/HashMap",
                    "java/util/LinkedHashMap");

    /** Methods, with the names of their replacements in {@link Hooks}. */
    private static final Map<String, String> METHODS =
            Map.ofEntries(
                    Map.entry("java/lang/System.nanoTime", "nanoTime"),
                    Map.entry("java/lang/System.currentTimeMillis", "currentTimeMillis"),
                    Map.entry("java/time/Instant.now", "now"),
                    Map.entry(THREAD + ".isAlive", "isAlive"),
                    Map.entry(THREAD + ".getId", "getId"),
                    Map.entry(THREAD + ".interrupted", "interrupted"),
                    Map.entry(THREAD + ".yield", "yieldNow"),
                    Map.entry(THREAD + ".onSpinWait", "yieldNow"),
                    Map.entry(LOCK_SUPPORT + ".park", "park"),
                    Map.entry(LOCK_SUPPORT + ".parkNanos", "parkNanos"),
                    Map.entry(LOCK_SUPPORT + ".unpark", "unpark"),
                    Map.entry(LOCK + ".lock", "lock"),
                    Map.entry(LOCK + ".newCondition", "newCondition"),
                    Map.entry(FUTURE + ".get", "get"),
                    Map.entry(FUTURE + ".join", "join"),
                    Map.entry("java/util/concurrent/ThreadLocalRandom.current", "random"),
                    Map.entry("java/util/concurrent/ConcurrentHashMap.newKeySet", "newKeySet"));

    /** Methods that block, or start threads, in a way that is not simulated. */
    private static final Set<String> NOT_SIMULATED =
            Set.of(
                    THREAD + ".sleep",
                    THREAD + ".join",
                    THREAD + ".threadId",
                    LOCK_SUPPORT + ".parkUntil",
                    LOCK + ".lockInterruptibly",
                    FUTURE + ".orTimeout",
                    FUTURE + ".completeOnTimeout",
                    FUTURE + ".runAsync",
                    FUTURE + ".supplyAsync",
                    "java/util/concurrent/ConcurrentHashMap.compute",
                    "java/util/concurrent/ConcurrentHashMap.computeIfAbsent",
                    "java/util/concurrent/ConcurrentHashMap.computeIfPresent",
                    "java/util/concurrent/ConcurrentHashMap.merge");

    /** Types whose methods may block in ways that are not simulated. */
    private static final Set<String> TYPES_NOT_SIMULATED =
            Set.of(
                    "java/util/concurrent/CountDownLatch",
                    "java/util/concurrent/CyclicBarrier",
                    "java/util/concurrent/Exchanger",
                    "java/util/concurrent/ExecutorService",
                    "java/util/concurrent/Executors",
                    "java/util/concurrent/ForkJoinPool",
                    "java/util/concurrent/FutureTask",
                    "java/util/concurrent/LinkedBlockingQueue",
                    "java/util/concurrent/Phaser",
                    "java/util/concurrent/Semaphore",
                    "java/util/concurrent/locks/ReentrantReadWriteLock",
                    "java/util/concurrent/locks/StampedLock");

    /** Methods of {@link Thread} that touch what threads share. */
    private static final Set<String> OF_THREADS =
            Set.of(
                    "start",
                    "isAlive",
                    "interrupt",
                    "interrupted",
                    "isInterrupted",
                    "yield",
                    "onSpinWait");

    /** Types whose methods share nothing, or only the figures of a report. */
    private static final Set<String> NOT_SHARED =
            Set.of(
                    "java/util/concurrent/TimeUnit",
                    "java/util/concurrent/ThreadLocalRandom",
                    "java/util/concurrent/atomic/AtomicLongArray");

    private Replacements() {}

    /** Returns the type of which an object is made. */
    static String typeFor(String type) {
        return TYPES.getOrDefault(type, type);
    }

    /** Returns the name of the hook that replaces a method, or null. */
    static @Nullable String hookFor(String owner, String method) {
        return METHODS.get(owner + "." + method);
    }

    /** Whether what the method does is neither replaced nor free of blocking. */
    static boolean isMissing(String owner, String method, String descriptor) {
        boolean isMonitor = method.equals("wait") || method.startsWith("notify");
        return TYPES_NOT_SIMULATED.contains(owner)
                || NOT_SIMULATED.contains(owner + "." + method)
                || (isMonitor && owner.equals("java/lang/Object"))
                || (owner.equals(LOCK) && method.equals("tryLock") && !descriptor.equals("()Z"));
    }

    /** Whether the method touches what threads share. */
    static boolean isShared(String owner, String method) {
        if (method.equals("<init>")) {
            return false;
        }
        return (owner.startsWith("java/util/concurrent/") && !NOT_SHARED.contains(owner))
                || owner.equals("java/lang/invoke/VarHandle")
                || (owner.equals(THREAD) && OF_THREADS.contains(method))
                || owner.equals("java/util/Queue")
                || owner.equals("java/util/Set")
                || owner.equals("java/util/Iterator");
    }
}
