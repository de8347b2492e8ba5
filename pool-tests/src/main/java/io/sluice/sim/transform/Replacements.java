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
    private static final String TASK = "java/util/concurrent/FutureTask";
    private static final String SEMAPHORE = "java/util/concurrent/Semaphore";

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
                    Map.entry("java/lang/System.getLogger", "getLogger"),
                    Map.entry("java/time/Instant.now", "now"),
                    Map.entry("jdk/jfr/FlightRecorder.isAvailable", "isRecorderAvailable"),
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
                    Map.entry(TASK + ".get", "get"),
                    Map.entry(SEMAPHORE + ".tryAcquire", "tryAcquire"),
                    Map.entry("java/util/concurrent/ThreadLocalRandom.current", "random"),
                    Map.entry("java/util/concurrent/ConcurrentHashMap.newKeySet", "newKeySet"),
                    Map.entry(
                            "java/util/concurrent/ConcurrentHashMap.computeIfAbsent",
                            "computeIfAbsent"),
                    Map.entry(
                            "java/util/concurrent/ConcurrentHashMap.computeIfPresent",
                            "computeIfPresent"),
                    Map.entry("java/util/concurrent/ConcurrentHashMap.compute", "compute"));

    private static final String CONCURRENT = "java/util/concurrent/";

    /** Types of {@code java.util.concurrent} that are simulated, except for some methods. */
    private static final Set<String> SIMULATED =
            Set.of(
                    FUTURE,
                    TASK,
                    SEMAPHORE,
                    LOCK,
                    LOCK_SUPPORT,
                    CONCURRENT + "locks/Condition",
                    CONCURRENT + "Callable",
                    CONCURRENT + "CompletionStage",
                    CONCURRENT + "ConcurrentHashMap",
                    CONCURRENT + "ConcurrentHashMap$KeySetView",
                    CONCURRENT + "ConcurrentLinkedDeque",
                    CONCURRENT + "ConcurrentLinkedQueue",
                    CONCURRENT + "ConcurrentMap",
                    CONCURRENT + "CopyOnWriteArrayList",
                    CONCURRENT + "Executor",
                    CONCURRENT + "SynchronousQueue",
                    CONCURRENT + "ThreadFactory",
                    CONCURRENT + "ThreadLocalRandom",
                    CONCURRENT + "ThreadPoolExecutor",
                    CONCURRENT + "TimeUnit");

    /** Methods that block, or start threads, in a way that is not simulated. */
    private static final Set<String> NOT_SIMULATED =
            Set.of(
                    LOCK_SUPPORT + ".parkUntil",
                    LOCK + ".lockInterruptibly",
                    FUTURE + ".orTimeout",
                    FUTURE + ".completeOnTimeout",
                    FUTURE + ".delayedExecutor",
                    SEMAPHORE + ".acquire",
                    SEMAPHORE + ".acquireUninterruptibly",
                    CONCURRENT + "ConcurrentHashMap.merge",
                    CONCURRENT + "TimeUnit.sleep",
                    CONCURRENT + "TimeUnit.timedJoin",
                    CONCURRENT + "TimeUnit.timedWait");

    /** Methods of a queue that wait; those of the pool's own queue are code like any other. */
    private static final Set<String> OF_SYNCHRONOUS_QUEUES = Set.of("put", "take", "offer", "poll");

    /** Types outside of {@code java.util.concurrent} that are there to wait, or for threads. */
    private static final Set<String> WAITING =
            Set.of(
                    "java/lang/Process",
                    "java/lang/ProcessBuilder",
                    "java/lang/ref/ReferenceQueue",
                    "java/net/ServerSocket",
                    "java/net/Socket",
                    "java/util/Timer");

    /** Methods of {@link Thread} that neither wait nor start other kinds of threads. */
    private static final Set<String> OF_THREADS_SIMULATED =
            Set.of(
                    "<init>",
                    "currentThread",
                    "getContextClassLoader",
                    "getId",
                    "getName",
                    "getStackTrace",
                    "getThreadGroup",
                    "interrupt",
                    "interrupted",
                    "isAlive",
                    "isInterrupted",
                    "onSpinWait",
                    "setContextClassLoader",
                    "setDaemon",
                    "start",
                    "yield");

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

    /** Whether what the method does is neither replaced nor known to be free of waiting. */
    static boolean isMissing(String owner, String method, String descriptor) {
        if (owner.equals(THREAD)) {
            return !OF_THREADS_SIMULATED.contains(method);
        }
        if (owner.startsWith(CONCURRENT)) {
            return !isSimulated(owner) || isMissingOfConcurrent(owner, method, descriptor);
        }
        boolean isMonitor = method.equals("wait") || method.startsWith("notify");
        return WAITING.contains(owner) || (isMonitor && owner.equals("java/lang/Object"));
    }

    private static boolean isSimulated(String owner) {
        return SIMULATED.contains(owner)
                || owner.startsWith(CONCURRENT + "atomic/")
                || owner.endsWith("Exception");
    }

    private static boolean isMissingOfConcurrent(String owner, String method, String descriptor) {
        return NOT_SIMULATED.contains(owner + "." + method)
                || (owner.equals(FUTURE) && method.endsWith("Async"))
                || (owner.equals(LOCK) && method.equals("tryLock") && !descriptor.equals("()Z"))
                || (owner.endsWith("/SynchronousQueue") && OF_SYNCHRONOUS_QUEUES.contains(method));
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
