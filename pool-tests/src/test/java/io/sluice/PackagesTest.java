package io.sluice;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.jdbc.SluicePools;
import io.sluice.pool.PoolConfig;
import io.sluice.pool.ResourcePool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The packages of the libraries, which of them are exported, and which may use which. */
class PackagesTest {

    private static final Path CORE = Path.of("..", "pool-core", "target", "classes");
    private static final Path JDBC = Path.of("..", "pool-jdbc4", "target", "classes");

    private static final String OURS = "io.sluice.";

    private static final Set<String> CORE_API = Set.of("pool", "pool.spi", "pool.jta");

    /**
     * What each package may use besides itself, without {@code io.sluice}. No two use each other.
     */
    private static final Map<String, Set<String>> MAY_USE =
            Map.ofEntries(
                    Map.entry("pool.spi", Set.of()),
                    Map.entry("pool.jta", Set.of("pool.spi")),
                    Map.entry("pool", Set.of("pool.spi")),
                    Map.entry("jdbc.handle", Set.of("pool.spi")),
                    Map.entry("jdbc.narayana", Set.of("pool.jta", "pool.spi")),
                    Map.entry("jdbc.atomikos", Set.of("pool.jta", "pool.spi")),
                    Map.entry("jdbc.internal.config", Set.of()),
                    Map.entry("jdbc.internal.connect", Set.of("jdbc.internal.config")),
                    Map.entry(
                            "jdbc.internal.xa",
                            Set.of(
                                    "jdbc.internal.connect",
                                    "jdbc.internal.config",
                                    "jdbc.narayana",
                                    "jdbc.atomikos")),
                    Map.entry("jdbc.jndi", Set.of("jdbc")),
                    Map.entry("jdbc.cli", Set.of("jdbc", "jdbc.internal.config")),
                    Map.entry("jdbc.micrometer", Set.of("jdbc")),
                    Map.entry("jdbc.quartz", Set.of("jdbc")),
                    Map.entry("jdbc.opentelemetry", Set.of("jdbc")),
                    Map.entry(
                            "jdbc.routing", Set.of("jdbc", "jdbc.handle", "jdbc.internal.connect")),
                    Map.entry(
                            "jdbc.tenant",
                            Set.of(
                                    "jdbc",
                                    "jdbc.handle",
                                    "jdbc.internal",
                                    "jdbc.internal.connect")),
                    Map.entry(
                            "jdbc.internal",
                            Set.of(
                                    "jdbc.internal.xa",
                                    "jdbc.internal.connect",
                                    "jdbc.internal.config",
                                    "jdbc.narayana")));

    /** The packages of the pool's inside: each may use those after it. */
    private static final List<String> POOL_FROM_TOP =
            List.of(
                    "pool.internal",
                    "pool.internal.upkeep",
                    "pool.internal.disposal",
                    "pool.internal.report",
                    "pool.internal.growth",
                    "pool.internal.queue",
                    "pool.internal.holder",
                    "pool.internal.base",
                    "pool.internal.jfr");

    /** Types of others in signatures: applications that use the package have them. */
    private static final Map<String, String> SEEN_BY_USERS_OF =
            Map.of(
                    "pool.jta", "jakarta.transaction",
                    "jdbc.micrometer", "io.micrometer.core.instrument",
                    "jdbc.opentelemetry", "io.opentelemetry.api",
                    "jdbc.quartz", "org.quartz");

    private static final JavaClasses CLASSES = new ClassFileImporter().importPaths(CORE, JDBC);

    /** Each of them makes something internal, in one factory method. */
    private static final Map<Class<?>, String> FACTORIES =
            Map.of(
                    ResourcePool.class, "DefaultResourcePool",
                    PoolConfig.class, "SystemTicker");

    static Stream<String> packages() {
        return Stream.concat(MAY_USE.keySet().stream(), POOL_FROM_TOP.stream()).sorted();
    }

    @ParameterizedTest
    @MethodSource("packages")
    void packageUsesOnlyThoseBelowIt(String name) {
        Set<String> allowed = new TreeSet<>(MAY_USE.getOrDefault(name, Set.of()));
        allowed.add(name);
        int place = POOL_FROM_TOP.indexOf(name);
        if (place >= 0) {
            allowed.addAll(POOL_FROM_TOP.subList(place, POOL_FROM_TOP.size()));
            allowed.addAll(List.of("pool", "pool.spi"));
        }
        if (name.startsWith("jdbc")) {
            allowed.addAll(CORE_API);
        }
        if (name.startsWith("jdbc.internal")) {
            allowed.add("jdbc"); // the options and interfaces that a user names
            allowed.add("jdbc.handle");
        }
        classes()
                .that()
                .resideInAPackage(OURS + name)
                .and(not(belongToAnyOf(FACTORIES.keySet().toArray(Class[]::new))))
                .should()
                .onlyDependOnClassesThat(
                        resideInAnyPackage(
                                        allowed.stream().map(p -> OURS + p).toArray(String[]::new))
                                .or(not(resideInAPackage("io.sluice.."))))
                .check(CLASSES);
    }

    @Test
    void thePackageOfTheDataSourceHasPublicTypesOnly() {
        classes()
                .that()
                .resideInAPackage(OURS + "jdbc")
                .and()
                .areTopLevelClasses()
                .and()
                .doNotHaveSimpleName("package-info")
                .should()
                .bePublic()
                .check(CLASSES);
    }

    @Test
    void internalsDoNotKnowWhatIsMadeOfThem() {
        knowsNone("jdbc.internal..", SluiceDataSource.class, SluicePools.class);
        knowsNone("jdbc.internal.config", JdbcPoolConfig.class);
    }

    /** Every other call of a logger could throw what keeps a transaction from its end. */
    @Test
    void jdbcLogsThroughOneClassThatThrowsNothing() {
        classes()
                .that()
                .resideInAPackage(OURS + "jdbc..")
                .and()
                .doNotHaveSimpleName("JdbcLog")
                .should()
                .onlyDependOnClassesThat(not(equivalentTo(System.Logger.class)))
                .check(CLASSES);
    }

    /** What differs between databases is told by these: no other class asks for a product. */
    @Test
    void onlyClassesOfVendorsKnowProducts() throws IOException {
        Pattern product =
                Pattern.compile(
                        "startsWith\\(\"(org|com)\\.|getDatabaseProductName\\(\\)"
                                + "|(equals|contains)(IgnoreCase)?\\(\"(?i:postgres|mysql|mariadb|oracle"
                                + "|microsoft|db2|h2|hsql|apache derby|sqlite|duckdb)");
        try (Stream<Path> sources = Files.walk(Path.of("..", "pool-jdbc4", "src", "main"))) {
            assertThat(
                            sources.filter(file -> file.toString().endsWith(".java"))
                                    .filter(file -> product.matcher(text(file)).find())
                                    .map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            "Vendor.java",
                            "PostgresSession.java",
                            "MySqlSession.java",
                            "MySqlXa.java",
                            "FileCommands.java", // prints it
                            "DelegatingDatabaseMetaData.java"); // passes it on
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void knowsNone(String packages, Class<?>... types) {
        classes()
                .that()
                .resideInAPackage(OURS + packages)
                .should()
                .onlyDependOnClassesThat(not(belongToAnyOf(types)))
                .check(CLASSES);
    }

    @Test
    void classesOfThePoolNeedNoneThatNeedsThem() {
        slices().assignedFrom(BY_CLASS).should().beFreeOfCycles().check(CLASSES);
    }

    private static final SliceAssignment BY_CLASS =
            new SliceAssignment() {

                @Override
                public SliceIdentifier getIdentifierOf(JavaClass type) {
                    if (!type.getPackageName().startsWith(OURS + "pool.internal")) {
                        return SliceIdentifier.ignore();
                    }
                    String name = type.getName();
                    int nested = name.indexOf('$');
                    return SliceIdentifier.of(nested < 0 ? name : name.substring(0, nested));
                }

                @Override
                public String getDescription() {
                    return "top-level classes of the pool's inside";
                }
            };

    @Test
    void everyPackageHasItsRule() {
        Set<String> packages =
                CLASSES.stream()
                        .map(type -> type.getPackageName().substring(OURS.length()))
                        .collect(Collectors.toCollection(TreeSet::new));
        packages.remove("jdbc"); // the API, which makes what is below it
        assertThat(packages()).containsExactlyElementsOf(packages);
    }

    @Test
    void factoriesOfTheApiKnowOneInternalClassEach() {
        FACTORIES.forEach(
                (factory, made) ->
                        assertThat(CLASSES.get(factory).getDirectDependenciesFromSelf())
                                .extracting(dependency -> dependency.getTargetClass())
                                .filteredOn(resideInAPackage(OURS + "pool.internal..")::test)
                                .extracting(JavaClass::getSimpleName)
                                .containsOnly(made));
    }

    @Test
    void modulesExportWhatApplicationsSee() {
        assertThat(exports(CORE)).isEqualTo(CORE_API);
        assertThat(exports(JDBC))
                .containsExactlyInAnyOrder(
                        "jdbc",
                        "jdbc.jndi",
                        "jdbc.micrometer",
                        "jdbc.quartz",
                        "jdbc.opentelemetry",
                        "jdbc.routing",
                        "jdbc.tenant");
    }

    /** A module of an application cannot name a type of a package that is not exported to it. */
    @Test
    void signaturesOfTheApiNameWhatApplicationsSee() {
        Set<String> exported = new TreeSet<>(exports(CORE));
        exported.addAll(exports(JDBC));
        List<String> hidden = new ArrayList<>();
        for (JavaClass type : CLASSES) {
            String place = type.getPackageName().substring(OURS.length());
            if (exported.contains(place) && isApi(type)) {
                namedBy(type).stream()
                        .map(JavaClass::getBaseComponentType)
                        .filter(named -> !named.isPrimitive())
                        .filter(named -> !isSeen(named.getPackageName(), place, exported))
                        .forEach(named -> hidden.add(type.getName() + ": " + named.getName()));
            }
        }

        assertThat(hidden).isEmpty();
    }

    private static boolean isSeen(String named, String place, Set<String> exported) {
        return named.startsWith("java.")
                || named.startsWith("javax.")
                || named.startsWith(SEEN_BY_USERS_OF.getOrDefault(place, "java."))
                || named.startsWith(OURS) && exported.contains(named.substring(OURS.length()));
    }

    private static boolean isApi(JavaClass type) {
        return isApi(type.getModifiers())
                && type.getEnclosingClass().map(PackagesTest::isApi).orElse(true);
    }

    private static boolean isApi(Set<JavaModifier> modifiers) {
        return modifiers.contains(JavaModifier.PUBLIC)
                || modifiers.contains(JavaModifier.PROTECTED);
    }

    /** What it extends, and what its members that applications may use take, return and throw. */
    private static Set<JavaClass> namedBy(JavaClass type) {
        Set<JavaClass> named = new HashSet<>();
        type.getInterfaces().forEach(one -> named.addAll(one.getAllInvolvedRawTypes()));
        type.getSuperclass().ifPresent(one -> named.addAll(one.getAllInvolvedRawTypes()));
        for (JavaMember member : type.getMembers()) {
            if (isApi(member.getModifiers())) {
                named.addAll(member.getAllInvolvedRawTypes());
                if (member instanceof JavaCodeUnit unit) {
                    named.addAll(unit.getExceptionTypes());
                }
            }
        }
        return named;
    }

    private static Set<String> exports(Path classes) {
        ModuleDescriptor module = ModuleFinder.of(classes).findAll().iterator().next().descriptor();
        return module.exports().stream()
                .map(export -> export.source().substring(OURS.length()))
                .collect(Collectors.toSet());
    }
}
