package io.sluice.sim.transform;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Counts the calls that a thread is in: each method becomes one that takes a frame, calls what the
 * method was, and gives the frame back. Constructors take none.
 */
final class StackPoints {

    private static final String WORK = "$work";

    private StackPoints() {}

    /** Whether a method can be counted. */
    static boolean count(int access, String method) {
        return !method.startsWith("<")
                && !method.equals("toString") // failures are told with little stack, too
                && (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0;
    }

    /** Writes the method that counts; returns the one that works. */
    static MethodVisitor split(
            ClassVisitor into,
            String type,
            boolean isInterface,
            int access,
            String method,
            String descriptor,
            @Nullable String signature,
            String @Nullable [] exceptions) {
        boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
        MethodVisitor code = into.visitMethod(access, method, descriptor, signature, exceptions);
        code.visitCode();
        code.visitLdcInsn((type + "." + method + descriptor).hashCode());
        hook(code, "enter", "(I)V");
        Label start = new Label();
        Label end = new Label();
        Label handler = new Label();
        code.visitTryCatchBlock(start, end, handler, null);
        code.visitLabel(start);
        int local = 0;
        if (!isStatic) {
            code.visitVarInsn(Opcodes.ALOAD, local++);
        }
        for (Type argument : Type.getArgumentTypes(descriptor)) {
            code.visitVarInsn(argument.getOpcode(Opcodes.ILOAD), local);
            local += argument.getSize();
        }
        code.visitMethodInsn(
                isStatic ? Opcodes.INVOKESTATIC : Opcodes.INVOKESPECIAL,
                type,
                method + WORK,
                descriptor,
                isInterface);
        code.visitLabel(end);
        hook(code, "leave", "()V");
        code.visitInsn(Type.getReturnType(descriptor).getOpcode(Opcodes.IRETURN));
        code.visitLabel(handler);
        code.visitFrame(Opcodes.F_SAME1, 0, null, 1, new Object[] {"java/lang/Throwable"});
        hook(code, "leave", "()V");
        code.visitInsn(Opcodes.ATHROW);
        code.visitMaxs(0, 0);
        code.visitEnd();
        return into.visitMethod(
                Opcodes.ACC_PRIVATE | Opcodes.ACC_SYNTHETIC | (access & Opcodes.ACC_STATIC),
                method + WORK,
                descriptor,
                null,
                exceptions);
    }

    private static void hook(MethodVisitor code, String name, String descriptor) {
        code.visitMethodInsn(Opcodes.INVOKESTATIC, Replacements.HOOKS, name, descriptor, false);
    }
}
