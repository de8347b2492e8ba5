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
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Holds the comments of shared fields, the table of locks, and the sources of the libraries
 * together. A field that shows that it is shared (volatile, a handle to it, an atomic or concurrent
 * object, a future) has a javadoc with its access modes and its partner:
 *
 * <pre>
 * Shared: CAS by any thread; volatile read by the timer. Partner: {&#64;code WaiterQueue.waiting}.
 * Shared: volatile, racy updates. Partner: none (a hint).
 * </pre>
 *
 * Text may stand before it, and behind it what the pair gives. Each lock has a row in the table,
 * and there is no monitor.
 */
class ConcurrencyTest {

    private static final Path TOP = Path.of("..");
    private static final Path PAGE = TOP.resolve("docs/internals/concurrency.md");

    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\\n]*");
    private static final Pattern HANDLE =
            Pattern.compile("findVarHandle\\(\\s*([\\w.]+)\\.class,\\s*\"(\\w+)\"");
    private static final Pattern MONITOR = Pattern.compile("\\bsynchronized\\b");
    private static final Pattern NAME = Pattern.compile("`([^`]+)`");

    private static final String FIELD = "\\{@(?:code |link #)([\\w.]+)}";
    private static final Pattern REFERENCE = Pattern.compile(FIELD);
    private static final Pattern FORM =
            Pattern.compile(
                    "(?:.* )?Shared: (?<access>.+?)\\. Partner: "
                            + "(?:none \\([^()]+\\)|(?<partners>FIELD(?:, FIELD)*))\\.(?: .+)?"
                                    .replace("FIELD", FIELD));
    private static final Pattern MODE =
            Pattern.compile(
                    "\\b(volatile|CAS|atomic|release|acquire|plain|racy|concurrent|completed)\\b");

    /** Each class of the libraries by its name without package, such as {@code Lifecycle.Start}. */
    private static final Map<String, Class<?>> CLASSES = new TreeMap<>();

    /** The sources by the name of their class, without comments. */
    private static final Map<String, String> SOURCES = new TreeMap<>();

    /** The kind of lock that is only ever tried. */
    private static final String BRIEF = "BriefLock";

    /** The classes that have a lock, as the page tells. */
    private static final Set<String> LOCKS = new TreeSet<>();

    private static FieldComments fields;

    @BeforeAll
    static void read() throws IOException, ClassNotFoundException {
        List<Path> sources = new ArrayList<>();
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
                    sources.add(file);
                }
            }
        }
        fields = FieldComments.of(sources);
        String section = "";
        for (String line : Files.readAllLines(PAGE)) {
            if (line.startsWith("## ")) {
                section = line.substring(3);
            } else if (line.startsWith("| ") && section.equals("Locks")) {
                String cell = line.substring(1, line.indexOf('|', 1));
                NAME.matcher(cell).results().forEach(name -> LOCKS.add(name.group(1)));
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

    @Test
    void everyFieldThatShowsItIsSharedSaysHow() {
        Set<String> shared = new TreeSet<>(fields.concurrent());
        CLASSES.forEach(
                (name, type) -> {
                    for (Field field : type.getDeclaredFields()) {
                        if (showsItIsShared(field)) {
                            shared.add(name + "." + field.getName());
                        }
                    }
                });
        SOURCES.forEach(
                (name, source) -> {
                    Matcher handle = HANDLE.matcher(source);
                    while (handle.find()) {
                        shared.add(handle.group(1) + "." + handle.group(2));
                    }
                });

        assertThat(shared).hasSizeGreaterThan(80);
        shared.removeIf(name -> fields.comments().getOrDefault(name, "").contains("Shared: "));
        assertThat(shared)
                .as(
                        "shared fields without `Shared: … Partner: …` in their javadoc: say there"
                                + " how they are written and read, and which field they pair with")
                .isEmpty();
    }

    @Test
    void everyCommentOfASharedFieldHasTheForm() {
        Map<String, String> wrong = new TreeMap<>();
        fields.comments()
                .forEach(
                        (name, comment) -> {
                            if (comment.contains("Shared:") || comment.contains("Partner:")) {
                                Matcher form = FORM.matcher(comment);
                                if (!form.matches() || !MODE.matcher(form.group("access")).find()) {
                                    wrong.put(name, comment);
                                }
                            }
                        });

        assertThat(wrong)
                .as(
                        "comments that are not `Shared: <access modes>. Partner: <fields>.` or"
                                + " `Shared: <access modes>. Partner: none (<reason>).`")
                .isEmpty();
    }

    @Test
    void everyPartnerIsAField() {
        Set<String> missing = new TreeSet<>();
        fields.comments()
                .forEach(
                        (name, comment) -> {
                            Matcher form = FORM.matcher(comment);
                            if (form.matches() && form.group("partners") != null) {
                                Class<?> owner = ownerOf(name);
                                REFERENCE
                                        .matcher(form.group("partners"))
                                        .results()
                                        .map(partner -> partner.group(1))
                                        .filter(partner -> !isPartner(owner, partner))
                                        .forEach(partner -> missing.add(name + " -> " + partner));
                            }
                        });

        assertThat(missing).as("partners that no source has").isEmpty();
    }

    private static Class<?> ownerOf(String field) {
        return Objects.requireNonNull(
                CLASSES.get(field.substring(0, field.lastIndexOf('.'))), field);
    }

    /** Whether it is a field as seen from a class, or a class that is an atomic object itself. */
    private static boolean isPartner(Class<?> owner, String partner) {
        int dot = partner.lastIndexOf('.');
        if (dot < 0) {
            Class<?> atomic = CLASSES.get(partner);
            return isSeenFrom(owner, partner)
                    || (atomic != null && AtomicReference.class.isAssignableFrom(atomic));
        }
        String type = partner.substring(0, dot);
        String name = partner.substring(dot + 1);
        String outermost = nameOf(owner).split("\\.")[0];
        return hasField(CLASSES.get(type), name)
                || hasField(CLASSES.get(outermost + "." + type), name);
    }

    private static boolean isSeenFrom(Class<?> owner, String field) {
        for (Class<?> outer = owner; outer != null; outer = outer.getDeclaringClass()) {
            for (Class<?> type = outer; type != null; type = type.getSuperclass()) {
                if (hasField(type, field)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean hasField(@Nullable Class<?> type, String field) {
        return type != null
                && Stream.of(type.getDeclaredFields()).anyMatch(it -> it.getName().equals(field));
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
                .as("classes that have a lock, and no row in docs/internals/concurrency.md")
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
                    if (type.getPackageName().startsWith("io.sluice.pool.internal")
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
    void everyLockOfTheTableIsInTheSources() {
        assertThat(LOCKS).as("classes in the table of locks").isNotEmpty();
        assertThat(CLASSES.keySet()).as("classes of the table of locks").containsAll(LOCKS);
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
}
