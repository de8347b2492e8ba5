package io.sluice.sim.transform;

import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Puts a point before each instruction that may take memory: where an object, an array or a lambda
 * is made, and where a method of the JDK is called that may make one.
 */
final class MemoryPoints extends MethodVisitor {

    /** Methods of {@code java.util} and below that take no memory. */
    private static final Set<String> TAKES_NONE =
            Set.of(
                    "complete",
                    "contains",
                    "current",
                    "get",
                    "getNow",
                    "hasNext",
                    "isCompletedExceptionally",
                    "isDone",
                    "isEmpty",
                    "next",
                    "nextDouble",
                    "nextLong",
                    "parkNanos",
                    "peek",
                    "poll",
                    "remove",
                    "requireNonNull",
                    "requireNonNullElse",
                    "setKeepAliveTime",
                    "size",
                    "toNanos",
                    "tryLock",
                    "unlock",
                    "unpark");

    MemoryPoints(MethodVisitor next) {
        super(Opcodes.ASM9, next);
    }

    private void point() {
        super.visitMethodInsn(
                Opcodes.INVOKESTATIC,
                Replacements.HOOKS,
                "memory",
                "()V",
                /* isInterface= */ false);
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
        if (mayTakeMemory(owner, name)) {
            point();
        }
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }

    private static boolean mayTakeMemory(String owner, String name) {
        if (name.equals("<init>") || TAKES_NONE.contains(name)) {
            return false; // NEW was the point
        }
        boolean isOfTheJdk =
                (owner.startsWith("java/util/")
                                && !owner.startsWith("java/util/concurrent/atomic/"))
                        || owner.startsWith("java/time/")
                        || owner.equals("java/lang/invoke/MethodHandle"); // to link the call
        boolean isOfAnyClass = name.equals("execute") || name.equals("addSuppressed");
        return isOfTheJdk || isOfAnyClass;
    }
}
