package io.sluice.pool.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.jdbc.JdbcPoolConfig;
import io.sluice.jdbc.SluiceDataSource;
import io.sluice.pool.PoolConfig;
import io.sluice.pool.ResourcePool;
import io.sluice.pool.spi.ResourceFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A class whose initialization fails, for want of memory for example, can never be used again. So
 * everything that needs initialization is initialized while a pool opens, and loaded before a
 * holder depends on it.
 */
public class InitializationTest {

    private static final String OURS = "io.sluice.";
    private static final String POOL = OURS + "pool.";
    private static final String JDBC = OURS + "jdbc.";

    /** Names of initialized classes, by the instrumented classes themselves. Concurrent. */
    private static final Set<String> INITIALIZED = ConcurrentHashMap.newKeySet();

    /** Called by instrumented code. */
    public static void initialized(String name) {
        INITIALIZED.add(name);
    }

    /** Opens a pool, in the class loader under test. */
    public static final class Opening implements Supplier<AutoCloseable> {

        static final class Factory implements ResourceFactory<Object> {

            Factory() {} // accessible: the loader under test has no nests

            @Override
            public Object create() {
                return new Object();
            }

            @Override
            public void destroy(Object resource) {}
        }

        @Override
        public AutoCloseable get() {
            return ResourcePool.open(PoolConfig.builder().maxSize(1).build(), new Factory());
        }
    }

    /** Opens a data source, in the class loader under test. */
    public static final class OpeningDataSource implements Supplier<AutoCloseable> {

        @Override
        public AutoCloseable get() {
            try {
                return SluiceDataSource.create(
                        JdbcPoolConfig.builder().url("jdbc:h2:mem:").username("sa").build());
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Test
    void allClassesOfThePoolAreInitializedWhenItIsOpen() throws Exception {
        INITIALIZED.clear();
        try (AutoCloseable pool = open(Opening.class, new RecordingLoader())) {
            assertThat(pool).isNotNull();
            assertThat(INITIALIZED)
                    .containsAll(withInitializers(readers(ResourcePool.class, "internal")));
        }
    }

    @Test
    void allClassesThatLeasesNeedAreInitializedWhenTheirDataSourceIsOpen() throws Exception {
        INITIALIZED.clear();
        try (AutoCloseable source = open(OpeningDataSource.class, new RecordingLoader())) {
            assertThat(source).isNotNull();
            assertThat(INITIALIZED).containsAll(withInitializers(ofLeases()));
        }
    }

    /**
     * What makes an instance expects to run out of memory. A call, a check of a type or a catch
     * does not, and would lose the holder in hand if it loaded a class.
     */
    @Test
    void noCallNorCheckOfAnOpenPoolLoadsAClass() throws Exception {
        RecordingLoader loader = new RecordingLoader();
        try (AutoCloseable pool = open(Opening.class, loader)) {
            assertThat(pool).isNotNull();
            Set<String> used = used(loader, readers(ResourcePool.class, "internal"));
            assertThat(used).contains(POOL + "internal.base.StackRoom");
            // Recording begins later, and its failure is expected.
            assertThat(used)
                    .filteredOn(name -> !name.startsWith(POOL + "internal.jfr."))
                    .allMatch(loader::hasLoaded);
        }
    }

    @Test
    void noCallNorCheckOfALeaseLoadsAClass() throws Exception {
        RecordingLoader loader = new RecordingLoader();
        try (AutoCloseable source = open(OpeningDataSource.class, loader)) {
            assertThat(source).isNotNull();
            assertThat(used(loader, ofLeases()))
                    .isNotEmpty()
                    .filteredOn(name -> !isOfTransactions(name) && !isBeside(name))
                    .allMatch(loader::hasLoaded);
        }
    }

    private static Set<String> used(RecordingLoader loader, List<ClassReader> readers) {
        Set<String> used = new TreeSet<>();
        for (ClassReader reader : readers) {
            if (loader.hasLoaded(nameOf(reader))) {
                reader.accept(new Uses(used), ClassReader.SKIP_DEBUG);
            }
        }
        return used;
    }

    private static AutoCloseable open(Class<?> scenario, RecordingLoader loader) throws Exception {
        Object copy = loader.loadClass(scenario.getName()).getConstructor().newInstance();
        return (AutoCloseable) ((Supplier<?>) copy).get();
    }

    @Test
    void allClassesOfTransactionsAreInitializedWithTheirContext() throws Exception {
        INITIALIZED.clear();
        String context = POOL + "jta.JtaTransactionContext";
        Class<?> ignored = Class.forName(context, true, new RecordingLoader());
        assertThat(INITIALIZED).containsAll(withInitializers(readers(ResourcePool.class, "jta")));
    }

    @Test
    void allClassesOfTransactionsOfADataSourceAreInitializedWithIt() throws Exception {
        INITIALIZED.clear();
        Method initialization =
                new RecordingLoader()
                        .loadClass(JDBC + "internal.Initialization")
                        .getDeclaredMethod("ofTransactions");
        initialization.setAccessible(true);
        initialization.invoke(null);
        assertThat(INITIALIZED)
                .containsAll(withInitializers(readers(SluiceDataSource.class, "internal/xa")));
    }

    private static List<String> withInitializers(List<ClassReader> readers) {
        return readers.stream()
                .filter(InitializationTest::hasInitializer)
                .map(InitializationTest::nameOf)
                .toList();
    }

    /** What a connection in use may need: not what reads options, nor what only XA needs. */
    private static List<ClassReader> ofLeases() throws Exception {
        return Stream.of("handle", "internal")
                .flatMap(folder -> readers(SluiceDataSource.class, folder).stream())
                .filter(reader -> !isBeside(nameOf(reader)))
                .filter(reader -> !isOfTransactions(nameOf(reader)))
                .toList();
    }

    /** Whether it reads options or answers JMX, on which no lease depends. */
    private static boolean isBeside(String name) {
        return name.startsWith(JDBC + "internal.config.")
                || name.startsWith(JDBC + "internal.Managed");
    }

    private static boolean isOfTransactions(String name) {
        return name.startsWith(JDBC + "internal.xa.") || name.startsWith(POOL + "jta.");
    }

    /** The classes in a folder beside a class, and in the folders of that. */
    private static List<ClassReader> readers(Class<?> neighbour, String folder) {
        try {
            URI origin = neighbour.getResource(neighbour.getSimpleName() + ".class").toURI();
            if (!origin.getScheme().equals("jar")) {
                return readers(Path.of(origin).resolveSibling(folder));
            }
            try (FileSystem jar = FileSystems.newFileSystem(origin, Map.of())) {
                return readers(jar.getPath(neighbour.getPackageName().replace('.', '/'), folder));
            }
        } catch (IOException | URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<ClassReader> readers(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            List<ClassReader> readers =
                    files.filter(file -> file.toString().endsWith(".class"))
                            .map(InitializationTest::reader)
                            .toList();
            assertThat(readers).isNotEmpty();
            return readers;
        }
    }

    private static String nameOf(ClassReader reader) {
        return reader.getClassName().replace('/', '.');
    }

    private static ClassReader reader(Path file) {
        try {
            return new ClassReader(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean hasInitializer(ClassReader reader) {
        boolean[] found = new boolean[1];
        reader.accept(
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access,
                            String name,
                            String descriptor,
                            String signature,
                            String[] exceptions) {
                        found[0] |= name.equals("<clinit>");
                        return null;
                    }
                },
                ClassReader.SKIP_CODE);
        return found[0];
    }

    /** Collects the pool's classes that code uses without making an instance of them. */
    private static final class Uses extends ClassVisitor {

        private final Set<String> names;

        Uses(Set<String> names) {
            super(Opcodes.ASM9);
            this.names = names;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            return new MethodVisitor(Opcodes.ASM9) {

                @Override
                public void visitTypeInsn(int opcode, String type) {
                    if (opcode == Opcodes.INSTANCEOF) { // a cast that passes finds its class loaded
                        add(type);
                    }
                }

                @Override
                public void visitFieldInsn(int opcode, String owner, String name, String type) {
                    if (opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC) {
                        add(owner);
                    }
                }

                @Override
                public void visitMethodInsn(
                        int opcode, String owner, String name, String type, boolean isInterface) {
                    if (opcode == Opcodes.INVOKESTATIC) {
                        add(owner);
                    }
                }

                @Override
                public void visitTryCatchBlock(Label start, Label end, Label to, String type) {
                    if (type != null) {
                        add(type);
                    }
                }
            };
        }

        private void add(String type) {
            String name = type.replace('/', '.');
            if (name.startsWith(OURS)) {
                names.add(name);
            }
        }
    }

    /** Loads the pool anew, with classes that report their initialization. */
    private static final class RecordingLoader extends ClassLoader {

        RecordingLoader() {
            super(InitializationTest.class.getClassLoader());
        }

        boolean hasLoaded(String name) {
            return findLoadedClass(name) != null;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(OURS) || name.equals(InitializationTest.class.getName())) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : define(name);
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            String file = name.replace('.', '/') + ".class";
            try (InputStream in = getParent().getResourceAsStream(file)) {
                if (in == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] code = recording(new ClassReader(in), name);
                return defineClass(name, code, 0, code.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        private static byte[] recording(ClassReader reader, String className) {
            ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
            reader.accept(
                    new ClassVisitor(Opcodes.ASM9, writer) {
                        @Override
                        public MethodVisitor visitMethod(
                                int access,
                                String name,
                                String descriptor,
                                String signature,
                                String[] exceptions) {
                            MethodVisitor method =
                                    super.visitMethod(
                                            access, name, descriptor, signature, exceptions);
                            if (name.equals("<clinit>")) {
                                return new Report(method, className);
                            }
                            return method;
                        }
                    },
                    0);
            return writer.toByteArray();
        }
    }

    /** Reports a class at the beginning of its initializer. */
    private static final class Report extends MethodVisitor {

        private final String className;

        Report(MethodVisitor method, String className) {
            super(Opcodes.ASM9, method);
            this.className = className;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            super.visitLdcInsn(className);
            super.visitMethodInsn(
                    Opcodes.INVOKESTATIC,
                    Type.getInternalName(InitializationTest.class),
                    "initialized",
                    "(Ljava/lang/String;)V",
                    false);
        }
    }
}
