package io.sluice.jdbc.tenant;

import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Loads this package anew, with calls where the code calls no driver, which could be made to fail:
 * of {@link LateFailure#point} right after the pool has been told of a tenant's lease, and of
 * {@link LostStack#beforeClose} before a connection is given back.
 */
final class RegistrationLoader extends ClassLoader {

    private static final String PACKAGE = RegistrationLoader.class.getPackageName() + '.';

    /** Tells the pool of a lease. */
    private static final String REGISTRATION = "whenEnded";

    /** Gives a connection back. */
    private static final String RETURN = "close";

    /** Switches a session to a tenant. */
    private static final String CHANGE = "change";

    /** The classes whose returns and changes may be made to fail. */
    private static final Set<String> RETURNING =
            Set.of(TenantDataSource.class.getName(), TenantLease.class.getName());

    RegistrationLoader() {
        super(RegistrationLoader.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(PACKAGE)) {
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
            byte[] code = withPoints(in.readAllBytes(), RETURNING.contains(name));
            return defineClass(name, code, 0, code.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    private static byte[] withPoints(byte[] code, boolean returning) {
        ClassReader reader = new ClassReader(code);
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access,
                            String name,
                            String descriptor,
                            String signature,
                            String[] exceptions) {
                        return new Point(
                                super.visitMethod(access, name, descriptor, signature, exceptions),
                                returning);
                    }
                },
                0);
        return writer.toByteArray();
    }

    private static final class Point extends MethodVisitor {

        private final boolean returning;

        Point(MethodVisitor method, boolean returning) {
            super(Opcodes.ASM9, method);
            this.returning = returning;
        }

        @Override
        public void visitMethodInsn(
                int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (returning && (name.equals(RETURN) || name.equals(CHANGE))) {
                super.visitMethodInsn(
                        Opcodes.INVOKESTATIC,
                        Type.getInternalName(LostStack.class),
                        name.equals(RETURN) ? "beforeClose" : "beforeChange",
                        "()V",
                        false);
            }
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            if (name.equals(REGISTRATION)) {
                super.visitMethodInsn(
                        Opcodes.INVOKESTATIC,
                        Type.getInternalName(LateFailure.class),
                        "point",
                        "()V",
                        false);
            }
        }
    }
}
