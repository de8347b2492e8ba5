package io.sluice.pool.fault;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.Set;
import java.util.function.Predicate;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Loads the pool anew, so instrumented that each place of its own code where memory may be taken is
 * a point of {@link MemoryFaults}: where an object, an array or a lambda is made, where a method of
 * the JDK is called that may make one, and where a handle is first used.
 */
final class FaultyMemoryLoader extends ClassLoader {

    private static final String POOL = "io.sluice.pool.";
    private static final String JDBC = "io.sluice.jdbc.";

    /** What starts a data source; its options, handles and vendors are not looked into. */
    private static final Set<String> START =
            Set.of("SluiceDataSource", "Lifecycle", "OpenPool", "ConnectionAcquirer");

    /** Its timer thread, the log and the flight recorder are not what is looked into here. */
    private static final Set<String> LEFT_ALONE =
            Set.of("base.SystemTicker", "base.SafeLog", "base.OutOfLine", "report.PoolLog", "jfr");

    /** Methods of {@code java.util} and below that take no memory. */
    private static final Set<String> TAKES_NONE =
            Set.of(
                    "tryLock",
                    "unlock",
                    "unpark",
                    "parkNanos",
                    "remove",
                    "poll",
                    "peek",
                    "get",
                    "hasNext",
                    "next",
                    "size",
                    "isEmpty",
                    "requireNonNull",
                    "requireNonNullElse",
                    "contains",
                    "isDone",
                    "isCompletedExceptionally",
                    "getNow",
                    "complete",
                    "setKeepAliveTime",
                    "toNanos",
                    "current",
                    "nextDouble",
                    "nextLong");

    private static final String FAULTS = Type.getInternalName(MemoryFaults.class);
    private static final String VAR_HANDLE = Type.getInternalName(VarHandle.class);
    private static final String METHOD_HANDLE = Type.getInternalName(MethodHandle.class);

    private final Predicate<String> isLookedInto;

    private FaultyMemoryLoader(ClassLoader parent, Predicate<String> isLookedInto) {
        super(parent);
        this.isLookedInto = isLookedInto;
    }

    /** Returns a loader whose points are in the pool. */
    static FaultyMemoryLoader ofPool(ClassLoader parent) {
        return new FaultyMemoryLoader(parent, FaultyMemoryLoader::isOfPool);
    }

    /** Returns a loader whose points are in the start of a data source. */
    static FaultyMemoryLoader ofStart(ClassLoader parent) {
        return new FaultyMemoryLoader(parent, FaultyMemoryLoader::isOfStart);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        boolean isOurs = name.startsWith(POOL) || name.startsWith(JDBC);
        if (!isOurs) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : define(name);
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] code = in.readAllBytes();
            if (isLookedInto.test(name)) {
                code = instrumented(code);
            }
            return defineClass(name, code, 0, code.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    private static boolean isOfPool(String name) {
        String inside = POOL + "internal.";
        return name.startsWith(inside)
                && LEFT_ALONE.stream().noneMatch(name.substring(inside.length())::startsWith);
    }

    private static boolean isOfStart(String name) {
        String topLevel = name.replaceFirst("\\$.*", "");
        return topLevel.startsWith(JDBC)
                && START.contains(topLevel.substring(topLevel.lastIndexOf('.') + 1));
    }

    private static byte[] instrumented(byte[] code) {
        ClassReader reader = new ClassReader(code);
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
                                super.visitMethod(access, name, descriptor, signature, exceptions);
                        boolean once = name.equals("<clinit>"); // a class that fails is gone
                        return once || name.equals("toString")
                                ? method
                                : new Points(method, reader.getClassName());
                    }
                },
                0);
        return writer.toByteArray();
    }

    /** Puts a point before each instruction that may take memory. */
    private static final class Points extends MethodVisitor {

        private final String type;

        Points(MethodVisitor method, String type) {
            super(Opcodes.ASM9, method);
            this.type = type;
        }

        private void point() {
            super.visitMethodInsn(Opcodes.INVOKESTATIC, FAULTS, "point", "()V", false);
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            if (opcode == Opcodes.ANEWARRAY) {
                point();
            }
            super.visitTypeInsn(opcode, type);
            if (opcode == Opcodes.NEW) { // after it: frames know objects by where they are made
                point();
            }
        }

        @Override
        public void visitIntInsn(int opcode, int operand) {
            if (opcode == Opcodes.NEWARRAY) {
                point();
            }
            super.visitIntInsn(opcode, operand);
        }

        @Override
        public void visitInvokeDynamicInsn(
                String name, String descriptor, Handle bootstrap, Object... arguments) {
            point();
            super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
        }

        @Override
        public void visitMethodInsn(
                int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (owner.equals(VAR_HANDLE)
                    || owner.equals(METHOD_HANDLE) && name.equals("invokeExact")) {
                super.visitLdcInsn(type + " " + name + descriptor);
                super.visitMethodInsn(
                        Opcodes.INVOKESTATIC, FAULTS, "link", "(Ljava/lang/String;)V", false);
            } else if (mayTakeMemory(owner, name)) {
                point();
            }
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        }

        private static boolean mayTakeMemory(String owner, String name) {
            if (name.equals("<init>") || TAKES_NONE.contains(name)) {
                return false; // NEW was the point
            }
            boolean ofTheJdk =
                    (owner.startsWith("java/util/")
                                    && !owner.startsWith("java/util/concurrent/atomic/"))
                            || owner.startsWith("java/time/");
            boolean ofAnyClass = name.equals("execute") || name.equals("addSuppressed");
            return ofTheJdk || ofAnyClass;
        }
    }
}
