package io.sluice.perf.stub;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Completes stubs of JDBC: a class that is made here has the many methods that a stub lacks, and
 * they throw. What the stub has is called as if it were written in one class, with no proxy.
 */
final class Refusal {

    private static final String OWN_NAME = Type.getInternalName(Refusal.class);
    private static final String REFUSED =
            Type.getMethodDescriptor(
                    Type.getType(SQLException.class),
                    Type.getType(String.class),
                    Type.getType(String.class));

    private Refusal() {}

    /**
     * Makes the subclass of an abstract stub, and returns an object of it that has null for its
     * parent. Its method {@code another} makes more of them.
     *
     * @param lookup the lookup of the stub, whose constructor takes its parent
     * @param stub the stub, which leaves out what it refuses, and the method {@code another}
     * @param parent what made it
     * @param name the stub in messages
     */
    static <T> T prototype(
            MethodHandles.Lookup lookup, Class<T> stub, Class<?> parent, String name) {
        String superclass = Type.getInternalName(stub);
        String made = superclass + "Complete";
        String constructor = Type.getMethodDescriptor(Type.VOID_TYPE, Type.getType(parent));
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V17, Opcodes.ACC_FINAL, made, null, superclass, null);

        MethodVisitor code = writer.visitMethod(0, "<init>", constructor, null, null);
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitVarInsn(Opcodes.ALOAD, 1);
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, superclass, "<init>", constructor, false);
        end(code, Opcodes.RETURN);

        String another = Type.getMethodDescriptor(Type.getType(stub), Type.getType(parent));
        code = writer.visitMethod(0, "another", another, null, null);
        code.visitTypeInsn(Opcodes.NEW, made);
        code.visitInsn(Opcodes.DUP);
        code.visitVarInsn(Opcodes.ALOAD, 1);
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, made, "<init>", constructor, false);
        end(code, Opcodes.ARETURN);

        for (Method method : stub.getMethods()) {
            if (Modifier.isAbstract(method.getModifiers())) {
                String descriptor = Type.getMethodDescriptor(method);
                code =
                        writer.visitMethod(
                                Opcodes.ACC_PUBLIC, method.getName(), descriptor, null, null);
                code.visitLdcInsn(method.getName());
                code.visitLdcInsn(name);
                code.visitMethodInsn(Opcodes.INVOKESTATIC, OWN_NAME, "refused", REFUSED, false);
                end(code, Opcodes.ATHROW);
            }
        }
        writer.visitEnd();
        try {
            return stub.cast(
                    lookup.defineClass(writer.toByteArray())
                            .getDeclaredConstructor(parent)
                            .newInstance((Object) null));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot complete " + stub, e);
        }
    }

    private static void end(MethodVisitor code, int opcode) {
        code.visitInsn(opcode);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    /** Called by the methods that are made here. */
    static SQLException refused(String what, String name) {
        return new SQLFeatureNotSupportedException(what + ": the " + name + " has no server");
    }
}
