package io.sluice.sim.transform;

import io.sluice.sim.scheduler.Sites;
import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Puts a point before each access to what threads share, and replaces what waits, starts threads,
 * reads clocks or differs from run to run. Every field that may change counts as shared.
 */
final class MethodRewriter extends MethodVisitor {

    private static final String RANDOM = "java/util/concurrent/ThreadLocalRandom";
    private static final String LIBRARY = "io/sluice/";

    /** Of a {@code VarHandle}, those that access nothing. */
    private static final Set<String> FENCES =
            Set.of("fullFence", "acquireFence", "releaseFence", "loadLoadFence", "storeStoreFence");

    private final String type;
    private final String method;
    private final Hierarchy hierarchy;
    private int line;

    MethodRewriter(MethodVisitor next, String type, String method, Hierarchy hierarchy) {
        super(Opcodes.ASM9, next);
        this.type = type;
        this.method = method;
        this.hierarchy = hierarchy;
    }

    @Override
    public void visitLineNumber(int number, Label start) {
        line = number;
        super.visitLineNumber(number, start);
    }

    private String place() {
        return simple(type) + "." + method + ":" + line;
    }

    private static String simple(String name) {
        return name.substring(name.lastIndexOf('/') + 1);
    }

    private void point(String what) {
        visitLdcInsn(Sites.add(place() + "  " + what));
        super.visitMethodInsn(Opcodes.INVOKESTATIC, Replacements.HOOKS, "point", "(I)V", false);
    }

    private UnsupportedOperationException missing(String what) {
        return new UnsupportedOperationException("not simulated: " + what + " in " + place());
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        boolean isWrite = opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC;
        if (!method.equals("<init>")
                && owner.startsWith(LIBRARY)
                && !hierarchy.isFinal(owner, name)) {
            point((isWrite ? "write " : "read ") + name);
        }
        super.visitFieldInsn(opcode, owner, name, descriptor);
    }

    @Override
    public void visitTypeInsn(int opcode, String named) {
        super.visitTypeInsn(opcode, opcode == Opcodes.NEW ? Replacements.typeFor(named) : named);
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode == Opcodes.MONITORENTER) {
            throw missing("a monitor");
        }
        super.visitInsn(opcode);
    }

    @Override
    public void visitMethodInsn(
            int opcode, String owner, String name, String descriptor, boolean isInterface) {
        String declaring = hierarchy.declaring(owner, name + descriptor);
        if (Replacements.isMissing(declaring, name, descriptor)) {
            throw missing(owner + "." + name);
        }
        if (Replacements.isShared(declaring, name) && !FENCES.contains(name)) {
            point(simple(owner) + "." + name);
        }
        String hook = Replacements.hookFor(declaring, name);
        if (name.equals("<init>")) {
            super.visitMethodInsn(
                    opcode, Replacements.typeFor(owner), name, descriptor, isInterface);
        } else if (hook != null) {
            super.visitMethodInsn(
                    Opcodes.INVOKESTATIC,
                    Replacements.HOOKS,
                    hook,
                    hookDescriptor(opcode, declaring, hook, descriptor),
                    false);
        } else if (declaring.equals(RANDOM)) {
            super.visitMethodInsn(opcode, "java/util/Random", name, descriptor, isInterface);
        } else {
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        }
    }

    /** A hook takes the object first, and returns more general types. */
    private static String hookDescriptor(int opcode, String owner, String hook, String descriptor) {
        String result =
                switch (hook) {
                    case "random" -> "Ljava/util/Random;";
                    case "newKeySet" -> "Ljava/util/Set;";
                    default -> Type.getReturnType(descriptor).getDescriptor();
                };
        String object = opcode == Opcodes.INVOKESTATIC ? "" : "L" + owner + ";";
        return "(" + object + descriptor.substring(1, descriptor.indexOf(')')) + ")" + result;
    }

    @Override
    public void visitInvokeDynamicInsn(
            String name, String descriptor, Handle bootstrap, Object... arguments) {
        for (Object argument : arguments) {
            if (argument instanceof Handle target) {
                String owner = target.getOwner();
                if (Replacements.hookFor(owner, target.getName()) != null
                        || Replacements.isMissing(owner, target.getName(), target.getDesc())
                        || owner.equals("java/lang/Thread")) {
                    throw missing("a reference to " + owner + "." + target.getName());
                }
            }
        }
        super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
    }
}
