package io.sluice.packaging;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Collectors;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Records what the libraries look up by reflection, as the agent of a native image would. Classes
 * of the libraries that come from {@link #loader} call the static methods here in place of the
 * JDK's.
 */
public final class Reflection {

    /** Calls that a native image needs to know about, by class; a star stands for all methods. */
    private static final Map<String, Set<String>> WATCHED =
            Map.ofEntries(
                    Map.entry(
                            "java/lang/Class",
                            Set.of(
                                    "forName",
                                    "newInstance",
                                    "getMethod",
                                    "getMethods",
                                    "getDeclaredMethod",
                                    "getDeclaredMethods",
                                    "getField",
                                    "getFields",
                                    "getDeclaredField",
                                    "getDeclaredFields",
                                    "getConstructor",
                                    "getConstructors",
                                    "getDeclaredConstructor",
                                    "getDeclaredConstructors",
                                    "getRecordComponents",
                                    "getResource",
                                    "getResourceAsStream")),
                    Map.entry("java/lang/reflect/Proxy", Set.of("newProxyInstance")),
                    Map.entry("java/lang/reflect/Array", Set.of("newInstance")),
                    Map.entry("java/util/ServiceLoader", Set.of("load", "loadInstalled")),
                    Map.entry("java/util/ResourceBundle", Set.of("getBundle")),
                    Map.entry("java/beans/Introspector", Set.of("*")),
                    Map.entry("javax/management/JMX", Set.of("*")),
                    Map.entry("javax/management/StandardMBean", Set.of("<init>")),
                    Map.entry("java/io/ObjectInputStream", Set.of("<init>", "readObject")),
                    Map.entry("java/sql/DriverManager", Set.of("*")),
                    Map.entry("java/lang/System", Set.of("load", "loadLibrary")));

    private static final Set<String> LOOKED_UP = new ConcurrentSkipListSet<>();

    private Reflection() {}

    /** Returns what was looked up since the last call, such as {@code field TYPE#NAME}. */
    static Set<String> lookedUp() {
        Set<String> all = new TreeSet<>(LOOKED_UP);
        LOOKED_UP.removeAll(all);
        return all;
    }

    // The counterparts of the JDK's methods. An instance method gets its receiver first.

    public static Class<?> forName(String name, boolean initialize, ClassLoader loader)
            throws ClassNotFoundException {
        Class<?> found = Class.forName(name, initialize, loader);
        LOOKED_UP.add("type " + name);
        return found;
    }

    public static Method getMethod(Class<?> type, String name, Class<?>... parameters)
            throws NoSuchMethodException {
        LOOKED_UP.add(method(type, name, parameters));
        return type.getMethod(name, parameters);
    }

    public static Method[] getMethods(Class<?> type) {
        LOOKED_UP.add("methods " + type.getName());
        return type.getMethods();
    }

    public static Constructor<?> getConstructor(Class<?> type, Class<?>... parameters)
            throws NoSuchMethodException {
        LOOKED_UP.add(method(type, "<init>", parameters));
        return type.getConstructor(parameters);
    }

    public static VarHandle findVarHandle(
            MethodHandles.Lookup lookup, Class<?> owner, String name, Class<?> type)
            throws ReflectiveOperationException {
        LOOKED_UP.add("field " + owner.getName() + "#" + name);
        return lookup.findVarHandle(owner, name, type);
    }

    public static MethodHandle findVirtual(
            MethodHandles.Lookup lookup, Class<?> owner, String name, MethodType type)
            throws ReflectiveOperationException {
        LOOKED_UP.add(method(owner, name, type.parameterArray()));
        return lookup.findVirtual(owner, name, type);
    }

    private static String method(Class<?> owner, String name, Class<?>[] parameters) {
        return "method "
                + owner.getName()
                + "#"
                + name
                + Arrays.stream(parameters)
                        .map(Class::getName)
                        .collect(Collectors.joining(",", "(", ")"));
    }

    /**
     * Returns the calls in a class that are watched, such as {@code Type.method: Class.forName}.
     */
    static Set<String> callsIn(ClassReader reader) {
        Set<String> found = new TreeSet<>();
        String type = reader.getClassName().substring("io/sluice/".length()).replace('/', '.');
        reader.accept(
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String descriptor, String s, String[] e) {
                        return new MethodVisitor(Opcodes.ASM9) {
                            @Override
                            public void visitMethodInsn(
                                    int opcode,
                                    String owner,
                                    String called,
                                    String descriptor,
                                    boolean isInterface) {
                                if (isWatched(owner, called)) {
                                    String of = owner.substring(owner.lastIndexOf('/') + 1);
                                    found.add(type + "." + name + ": " + of + "." + called);
                                }
                            }
                        };
                    }
                },
                ClassReader.SKIP_FRAMES);
        return found;
    }

    private static boolean isWatched(String owner, String method) {
        Set<String> methods = WATCHED.getOrDefault(owner, Set.of());
        return methods.contains(method)
                || methods.contains("*")
                || (owner.equals("java/lang/invoke/MethodHandles$Lookup")
                        && (method.startsWith("find") || method.startsWith("unreflect")))
                || (owner.endsWith("ClassLoader")
                        && (method.equals("loadClass") || method.contains("Resource")))
                || (owner.endsWith("FieldUpdater") && method.equals("newUpdater"))
                || (owner.startsWith("javax/naming/") && method.equals("lookup"));
    }

    /** Returns a loader that has the libraries anew, with calls redirected to this class. */
    static ClassLoader loader() {
        return new Redirecting();
    }

    private static final class Redirecting extends ClassLoader {

        private static final Set<String> REDIRECTED =
                Set.of(
                        "java/lang/Class.forName",
                        "java/lang/Class.getMethod",
                        "java/lang/Class.getMethods",
                        "java/lang/Class.getConstructor",
                        "java/lang/invoke/MethodHandles$Lookup.findVarHandle",
                        "java/lang/invoke/MethodHandles$Lookup.findVirtual");

        Redirecting() {
            super(Reflection.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("io.sluice.pool.") && !name.startsWith("io.sluice.jdbc.")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : define(name);
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (in == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] code = redirected(new ClassReader(in));
                return defineClass(name, code, 0, code.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        private static byte[] redirected(ClassReader reader) {
            ClassWriter writer = new ClassWriter(reader, 0);
            reader.accept(
                    new ClassVisitor(Opcodes.ASM9, writer) {
                        @Override
                        public MethodVisitor visitMethod(
                                int access, String name, String descriptor, String s, String[] e) {
                            return new Redirection(
                                    super.visitMethod(access, name, descriptor, s, e));
                        }
                    },
                    0);
            return writer.toByteArray();
        }
    }

    private static final class Redirection extends MethodVisitor {

        /** The constants since the last call. */
        private final List<Object> constants = new ArrayList<>();

        Redirection(MethodVisitor method) {
            super(Opcodes.ASM9, method);
        }

        @Override
        public void visitLdcInsn(Object value) {
            constants.add(value);
            super.visitLdcInsn(value);
        }

        @Override
        public void visitMethodInsn(
                int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (name.equals("newUpdater")) { // only the class itself may make it
                String type = ((Type) constants.get(0)).getClassName();
                LOOKED_UP.add("field " + type + "#" + constants.get(constants.size() - 1));
            }
            constants.clear();
            if (!Redirecting.REDIRECTED.contains(owner + "." + name)) {
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
                return;
            }
            String receiver = opcode == Opcodes.INVOKESTATIC ? "" : "L" + owner + ";";
            super.visitMethodInsn(
                    Opcodes.INVOKESTATIC,
                    Type.getInternalName(Reflection.class),
                    name,
                    "(" + receiver + descriptor.substring(1),
                    false);
        }
    }
}
