package io.sluice.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.sluice.jdbc.xa.Manager;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.apache.tomcat.util.json.JSONParser;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;

/**
 * The metadata for native images has everything that the libraries look up by name, and nothing
 * else. What is looked up is recorded: each class is initialized, and pools of each kind are
 * opened.
 */
@Tag("once")
class NativeMetadataTest {

    private static final List<Path> CLASSES =
            List.of(
                    Path.of("..", "pool-core", "target", "classes"),
                    Path.of("..", "pool-jdbc4", "target", "classes"));

    /**
     * The reflective calls of the libraries outside of static initializers. A new one belongs here
     * when the metadata has what it looks up, and a pool below makes it.
     */
    private static final String CALLS =
            """
            jdbc.internal.DriverConnectionFactory.knowsRequests: Class.getMethod
            jdbc.internal.Initialization.initialize: Class.forName
            jdbc.internal.ManagedPool.<init>: StandardMBean.<init>
            jdbc.internal.config.Instances.create: Class.getConstructor
            jdbc.internal.config.Instances.find: Class.forName
            jdbc.internal.connect.BeanProperties.names: Class.getMethods
            jdbc.internal.connect.BeanProperties.setters: Class.getMethods
            jdbc.internal.connect.DriverCancel.method: Class.getMethod
            jdbc.internal.connect.DriverSource.registered: DriverManager.getDriver
            jdbc.internal.connect.DriverSource.visibleToCaller: ServiceLoader.load
            jdbc.internal.connect.PostgresSession.hasFailed: Class.getMethod
            jdbc.internal.xa.KnownManager.readModules: Class.forName
            pool.internal.Initialization.ofAPool: Class.forName
            pool.internal.base.OutOfLine.of: MethodHandles$Lookup.findVirtual
            pool.jta.JtaTransactionContext.initialize: Class.forName
            pool.jta.TransactionManagers$Jndi.lookUp: InitialContext.lookup
            pool.jta.TransactionManagers.atomikos: Class.getMethod
            pool.jta.TransactionManagers.create: Class.getConstructor
            pool.jta.TransactionManagers.find: Class.forName
            pool.jta.TransactionManagers.get: Class.getMethod
            pool.jta.TransactionManagers.narayana: Class.getMethod
            """;

    /** The command line is not meant for an image: it loads jars while it runs. */
    private static final String COMMAND_LINE = "jdbc.cli.";

    @TempDir Path folder;

    /** By type: {@code field NAME}, {@code method NAME(TYPES)}, {@code allPublicMethods}. */
    private static Map<String, Set<String>> metadata() throws Exception {
        Map<String, Set<String>> all = new TreeMap<>();
        for (Path classes : CLASSES) {
            String artifact = "sluice-" + classes.getName(1);
            String text =
                    Files.readString(
                            classes.resolve("META-INF/native-image/io.sluice")
                                    .resolve(artifact)
                                    .resolve("reachability-metadata.json"));
            Map<?, ?> file = (Map<?, ?>) new JSONParser(new StringReader(text)).parse();
            assertThat(file.keySet()).hasToString("[reflection]");
            for (Object entry : (List<?>) file.get("reflection")) {
                Map<?, ?> type = (Map<?, ?>) entry;
                Set<String> members = members(type);
                assertThat(all.put((String) type.get("type"), members)).as(artifact).isNull();
            }
        }
        return all;
    }

    private static Set<String> members(Map<?, ?> type) {
        Set<String> members = new TreeSet<>();
        for (Object field : list(type, "fields")) {
            members.add("field " + ((Map<?, ?>) field).get("name"));
        }
        for (Object entry : list(type, "methods")) {
            Map<?, ?> method = (Map<?, ?>) entry;
            members.add(
                    "method "
                            + method.get("name")
                            + list(method, "parameterTypes").stream()
                                    .map(String::valueOf)
                                    .collect(Collectors.joining(",", "(", ")")));
        }
        if (Boolean.TRUE.equals(type.get("allPublicMethods"))) {
            members.add("allPublicMethods");
        }
        return members;
    }

    private static List<?> list(Map<?, ?> of, String key) {
        return of.containsKey(key) ? (List<?>) of.get(key) : List.of();
    }

    private static List<ClassReader> classes() throws IOException {
        List<ClassReader> readers = new ArrayList<>();
        for (Path classes : CLASSES) {
            try (Stream<Path> files = Files.walk(classes.resolve("io"))) {
                for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
                    readers.add(new ClassReader(Files.readAllBytes(file)));
                }
            }
        }
        return readers;
    }

    @Test
    void everyReflectiveCallIsKnown() throws IOException {
        Set<String> calls =
                classes().stream()
                        .flatMap(type -> Reflection.callsIn(type).stream())
                        .filter(call -> !isRecorded(call))
                        .filter(call -> !call.startsWith(COMMAND_LINE))
                        .collect(Collectors.toCollection(TreeSet::new));
        assertThat(String.join("\n", calls) + "\n").isEqualTo(CALLS);
    }

    /** Whether {@link #lookUpAll} makes the call whatever it looks up. */
    private static boolean isRecorded(String call) {
        return call.contains(".<clinit>: MethodHandles$Lookup.findVarHandle")
                || (call.contains(".<clinit>: ") && call.endsWith("FieldUpdater.newUpdater"));
    }

    @Test
    void metadataHasWhatIsLookedUpAndNothingElseOfTheLibraries() throws Exception {
        Map<String, Set<String>> metadata = metadata();
        Set<String> lookedUp = lookUpAll();

        assertThat(lookedUp)
                .as("looked up, and not in the metadata")
                .filteredOn(found -> !isIn(metadata, found))
                .isEmpty();
        Set<String> types =
                lookedUp.stream()
                        .map(found -> found.replaceAll("^\\w+ |#.*", ""))
                        .filter(type -> type.startsWith("io.sluice."))
                        .collect(Collectors.toCollection(TreeSet::new));
        types.addAll(OF_OTHERS);
        assertThat(metadata.keySet())
                .filteredOn(type -> type.startsWith("io.sluice."))
                .containsExactlyElementsOf(types);
    }

    /** Types that others look up: an MBean with its parts, a factory of JNDI, Quartz's provider. */
    private static final List<String> OF_OTHERS =
            List.of(
                    "io.sluice.jdbc.SluicePoolMXBean",
                    "io.sluice.jdbc.SluicePoolMXBean$Lease",
                    "io.sluice.jdbc.SluicePoolMXBean$Times",
                    "io.sluice.jdbc.jndi.SluiceObjectFactory",
                    "io.sluice.jdbc.quartz.SluicePoolingConnectionProvider");

    private static boolean isIn(Map<String, Set<String>> metadata, String found) {
        String[] parts = found.split("[ #]", 3);
        Set<String> members = metadata.get(parts[1]);
        return members != null
                && switch (parts[0]) {
                    case "type" -> true;
                    case "methods" -> members.contains("allPublicMethods");
                    default -> members.contains(parts[0] + " " + parts[2]);
                };
    }

    /** Returns all look-ups of the static initializers and of pools. */
    private Set<String> lookUpAll() throws Exception {
        Manager.NARAYANA.get();
        Manager.ATOMIKOS.get();
        Reflection.lookedUp();
        ClassLoader libraries = Reflection.loader();
        for (ClassReader type : classes()) {
            if (!type.getClassName().endsWith("-info")) {
                Class<?> ignored =
                        Class.forName(type.getClassName().replace('/', '.'), true, libraries);
            }
        }
        String h2 = "jdbc:h2:mem:";
        open(libraries, Map.of("url", h2, "driverClassName", "org.h2.Driver"));
        open(
                libraries,
                Map.of(
                        "dataSourceClassName", "org.h2.jdbcx.JdbcDataSource",
                        "dataSource.url", h2,
                        "registerMbean", "true"));
        open(
                libraries,
                Map.of(
                        "url", "jdbc:hsqldb:mem:native",
                        "driverClassName", "org.hsqldb.jdbc.JDBCDriver"));
        for (String manager : List.of("narayana", "atomikos")) {
            open(
                    libraries,
                    Map.of(
                            "name",
                            "native-" + manager,
                            "xaDataSourceClassName",
                            "org.h2.jdbcx.JdbcDataSource",
                            "dataSource.url",
                            h2,
                            "dataSource.user",
                            "sa",
                            "transactionManager",
                            manager));
        }
        return Reflection.lookedUp();
    }

    private void open(ClassLoader libraries, Map<String, String> options) throws Exception {
        Path file = folder.resolve("pool.properties");
        Files.writeString(
                file,
                options.entrySet().stream()
                        .map(option -> option.getKey() + "=" + option.getValue())
                        .collect(Collectors.joining("\n", "connectTimeout=1m\n", "")));
        Object pool =
                libraries
                        .loadClass("io.sluice.jdbc.SluiceDataSource")
                        .getMethod("load", Path.class)
                        .invoke(null, file);
        try (Connection connection = ((DataSource) pool).getConnection()) {
            assertThat(connection.isValid(5)).isTrue();
        } finally {
            ((AutoCloseable) pool).close();
        }
    }

    @Test
    void everyEntryNamesWhatExists() throws Exception {
        ClassLoader loader = NativeMetadataTest.class.getClassLoader();
        for (Map.Entry<String, Set<String>> entry : metadata().entrySet()) {
            Class<?> type = Class.forName(entry.getKey(), false, loader);
            for (String member : entry.getValue()) {
                if (member.startsWith("field ")) {
                    String name = member.substring("field ".length());
                    assertThatCode(() -> type.getDeclaredField(name)).doesNotThrowAnyException();
                } else if (!ASKED_OF_EVERY_DRIVER.contains(member)) {
                    assertThat(membersOf(type)).as(entry.getKey()).contains(member);
                }
            }
        }
    }

    /** The pool asks the connections of each driver for them; most have none. */
    private static final Set<String> ASKED_OF_EVERY_DRIVER =
            Set.of("method cancelQuery()", "method beginRequest()", "method endRequest()");

    private static Set<String> membersOf(Class<?> type) {
        Set<String> members = new TreeSet<>(Set.of("allPublicMethods"));
        Stream.of(type.getDeclaredMethods(), type.getMethods())
                .flatMap(Arrays::stream)
                .forEach(m -> members.add(member(m.getName(), m.getParameterTypes())));
        Stream.of(type.getDeclaredConstructors())
                .forEach(c -> members.add(member("<init>", c.getParameterTypes())));
        return members;
    }

    private static String member(String name, Class<?>[] parameters) {
        return "method "
                + name
                + Arrays.stream(parameters)
                        .map(Class::getName)
                        .collect(Collectors.joining(",", "(", ")"));
    }
}
