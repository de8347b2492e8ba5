package io.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Holds the tables of shared fields and of locks, and the sources of the libraries together, both
 * ways. What shows in a source that it is shared (volatile, a handle to a field, an atomic or
 * concurrent object, a lock) must be in the tables; what is named there must be in a source. A
 * monitor must not be anywhere.
 */
class ConcurrencyTest {

    private static final Path TOP = Path.of("..");

    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\\n]*");
    private static final Pattern HANDLE =
            Pattern.compile("findVarHandle\\(\\s*(\\w+)\\.class,\\s*\"(\\w+)\"");
    private static final Pattern CONCURRENT =
            Pattern.compile("(\\w+)\\s*=\\s*(?:new Concurrent|ConcurrentHashMap\\.newKeySet)");
    private static final Pattern MONITOR = Pattern.compile("\\bsynchronized\\b");
    private static final Pattern NAME = Pattern.compile("`([^`]+)`");

    /** Each class of the libraries by its name without package, such as {@code Lifecycle.Start}. */
    private static final Map<String, Class<?>> CLASSES = new TreeMap<>();

    /** The sources by the name of their class, without comments. */
    private static final Map<String, String> SOURCES = new TreeMap<>();

    /** {@code Class.field}; or a class alone, all of whose fields are meant. */
    private static final Set<String> SHARED = new TreeSet<>();

    /** The kind of lock that is only ever tried. */
    private static final String BRIEF = "BriefLock";

    /** The classes that have a lock. */
    private static final Set<String> LOCKS = new TreeSet<>();

    @BeforeAll
    static void read() throws IOException, ClassNotFoundException {
        for (String module : List.of("pool-core", "pool-jdbc4")) {
            Path root = TOP.resolve(module).resolve("src/main/java");
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file : files.filter(ConcurrencyTest::isClass).toList()) {
                    String path = root.relativize(file).toString().replace(".java", "");
                    Class<?> type = Class.forName(path.replace('/', '.').replace('\\', '.'));
                    add(type);
                    SOURCES.put(
                            type.getSimpleName(),
                            COMMENT.matcher(Files.readString(file)).replaceAll(""));
                }
            }
        }
        Path page = TOP.resolve("docs").resolve("concurrency.md");
        String section = "";
        for (String line : Files.readAllLines(page)) {
            if (line.startsWith("## ")) {
                section = line.substring(3);
            } else if (line.startsWith("| ")) {
                String cell = line.substring(1, line.indexOf('|', 1));
                if (section.equals("Shared fields")) {
                    readShared(cell);
                } else if (section.equals("Locks")) {
                    NAME.matcher(cell).results().forEach(name -> LOCKS.add(name.group(1)));
                }
            }
        }
    }

    private static boolean isClass(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(".java") && !name.endsWith("-info.java");
    }

    private static void add(Class<?> type) {
        CLASSES.put(nameOf(type), type);
        for (Class<?> nested : type.getDeclaredClasses()) {
            add(nested);
        }
    }

    private static String nameOf(Class<?> type) {
        return type.getCanonicalName().substring(type.getPackageName().length() + 1);
    }

    /**
     * Reads such as {@code `A.one`, `two`}, of which the second is a field of {@code A} as well.
     */
    private static void readShared(String cell) {
        String owner = "";
        Matcher name = NAME.matcher(cell);
        while (name.find()) {
            String text = name.group(1).replaceAll("\\[\\w+]$", "");
            if (Character.isUpperCase(text.charAt(0)) && text.contains(".")) {
                owner = text.substring(0, text.lastIndexOf('.'));
                SHARED.add(text);
            } else if (Character.isUpperCase(text.charAt(0)) || owner.isEmpty()) {
                SHARED.add(text);
            } else {
                SHARED.add(owner + "." + text);
            }
        }
    }

    @Test
    void everyFieldThatShowsItIsSharedIsInTheTable() {
        List<String> missing = new ArrayList<>();
        CLASSES.forEach(
                (name, type) -> {
                    for (Field field : type.getDeclaredFields()) {
                        if (showsItIsShared(field) && !isTold(name, field.getName())) {
                            missing.add(name + "." + field.getName());
                        }
                    }
                });
        SOURCES.forEach(
                (name, source) -> {
                    Matcher handle = HANDLE.matcher(source);
                    while (handle.find()) {
                        if (!isTold(handle.group(1), handle.group(2))) {
                            missing.add(handle.group(1) + "." + handle.group(2));
                        }
                    }
                    Matcher made = CONCURRENT.matcher(source);
                    while (made.find()) {
                        if (hasField(name, made.group(1)) && !isTold(name, made.group(1))) {
                            missing.add(name + "." + made.group(1));
                        }
                    }
                });

        assertThat(missing)
                .as(
                        "fields without a row in docs/concurrency.md: say there how they are written"
                                + " and read, what guards them and which field they pair with")
                .isEmpty();
    }

    @Test
    void everyLockIsInTheTableOfLocks() {
        Set<String> missing = new TreeSet<>();
        CLASSES.forEach(
                (name, type) -> {
                    if (!name.equals(BRIEF)
                            && Stream.of(type.getDeclaredFields())
                                    .anyMatch(ConcurrencyTest::isLock)) {
                        missing.add(name.split("\\.")[0]);
                    }
                });
        missing.removeAll(LOCKS);

        assertThat(missing)
                .as("classes that have a lock, and no row in docs/concurrency.md")
                .isEmpty();
    }

    /**
     * The next thread in the line of a lock may be a virtual one without a carrier. The timer runs
     * through all of this package, and must not wait behind it.
     */
    @Test
    void thePoolHasNoLockWithALine() {
        Set<String> found = new TreeSet<>();
        CLASSES.forEach(
                (name, type) -> {
                    if (type.getPackageName().equals("io.sluice.pool.internal")
                            && !name.equals(BRIEF)
                            && Stream.of(type.getDeclaredFields())
                                    .anyMatch(ConcurrencyTest::isLockWithALine)) {
                        found.add(name);
                    }
                });

        assertThat(found).as("classes with a lock that has a line: use a " + BRIEF).isEmpty();
    }

    /**
     * Up to JDK 23 virtual threads that wait for a monitor keep their carriers. If all are kept,
     * the next thread in the line for a lock, or for anything else, may never run.
     */
    @Test
    void noClassHasAMonitor() {
        Set<String> found = new TreeSet<>();
        SOURCES.forEach(
                (name, source) -> {
                    if (MONITOR.matcher(source).find()) {
                        found.add(name);
                    }
                });

        assertThat(found)
                .as("classes with a monitor: use a compare-and-set, or a lock in the table")
                .isEmpty();
    }

    @Test
    void everythingInTheTablesIsInTheSources() {
        List<String> stale = new ArrayList<>();
        for (String told : SHARED) {
            int dot = told.lastIndexOf('.');
            boolean known =
                    CLASSES.containsKey(told)
                            || (dot > 0
                                    && hasField(told.substring(0, dot), told.substring(dot + 1)))
                            || isLocal(told);
            if (!known) {
                stale.add(told);
            }
        }
        LOCKS.stream().filter(name -> !CLASSES.containsKey(name)).forEach(stale::add);

        assertThat(SHARED).hasSizeGreaterThan(80);
        assertThat(stale).as("in the tables of docs/concurrency.md and in no source").isEmpty();
    }

    /** An updater's own field is volatile, so it is found by itself. */
    private static boolean showsItIsShared(Field field) {
        Class<?> type = field.getType();
        return Modifier.isVolatile(field.getModifiers())
                || type.getName().matches("java\\.util\\.concurrent\\.atomic\\..*(?<!Updater)")
                || type.getName().startsWith("java.util.concurrent.Concurrent")
                || Future.class.isAssignableFrom(type);
    }

    private static boolean isLock(Field field) {
        return isLockWithALine(field) || field.getType().getSimpleName().equals(BRIEF);
    }

    private static boolean isLockWithALine(Field field) {
        return field.getType().getName().startsWith("java.util.concurrent.locks.");
    }

    private static boolean isTold(String type, String field) {
        return SHARED.contains(type + "." + field) || SHARED.contains(type);
    }

    private static boolean isOf(String type, String told) {
        return told.equals(type) || told.startsWith(type + ".");
    }

    private static boolean hasField(String type, String field) {
        Class<?> found = CLASSES.get(type);
        return found != null
                && Stream.of(found.getDeclaredFields()).anyMatch(it -> it.getName().equals(field));
    }

    /** Whether it is the name of a variable that a method shares with what it starts. */
    private static boolean isLocal(String name) {
        Pattern declared = Pattern.compile("Atomic\\w+ " + Pattern.quote(name) + " =");
        return SOURCES.values().stream().anyMatch(source -> declared.matcher(source).find());
    }
}
