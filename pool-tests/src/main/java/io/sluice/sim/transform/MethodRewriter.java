package io.sluice.sim.transform;

import io.sluice.sim.scheduler.Sites;
import java.util.Collection;
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
    private final boolean isSynchronized;
    private final Hierarchy hierarchy;
    private final Collection<String> refused;
    private int line;

    /**
     * @param refused takes what the code does that is not simulated, and where
     */
    MethodRewriter(
            MethodVisitor next,
            String type,
            String method,
            boolean isSynchronized,
            Hierarchy hierarchy,
            Collection<String> refused) {
        super(Opcodes.ASM9, next);
        this.isSynchronized = isSynchronized;
        this.refused = refused;
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

    /** Not in a class initializer: to be preempted there would block others in the JVM itself. */
    private void point(String what) {
        if (method.equals("<clinit>")) {
            return;
        }
        visitLdcInsn(Sites.add(place() + "  " + what));
        super.visitMethodInsn(Opcodes.INVOKESTATIC, Replacements.HOOKS, "point", "(I)V", false);
    }

    /** Where the code waits in another way, the simulation fails. */
    private void refuse(String what) {
        String where = what + " in " + place();
        refused.add(where);
        visitLdcInsn(where);
        super.visitMethodInsn(
                Opcodes.INVOKESTATIC, Replacements.HOOKS, "refuse", "(Ljava/lang/String;)V", false);
    }

    @Override
    public void visitCode() {
        super.visitCode();
        if (isSynchronized) {
            refuse("a monitor");
        }
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
            refuse("a monitor");
        }
        super.visitInsn(opcode);
    }

    @Override
    public void visitMethodInsn(
            int opcode, String owner, String name, String descriptor, boolean isInterface) {
        String declaring = hierarchy.declaring(owner, name + descriptor);
        if (Replacements.isMissing(declaring, name, descriptor)) {
            refuse(owner + "." + name);
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
            boolean ofSuperclass = opcode == Opcodes.INVOKESPECIAL;
            String called = ofSuperclass ? Replacements.typeFor(owner) : owner;
            super.visitMethodInsn(opcode, called, name, descriptor, isInterface);
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
        Object[] replaced = arguments.clone();
        for (int i = 0; i < replaced.length; i++) {
            if (replaced[i] instanceof Handle target) {
                replaced[i] = reference(target);
            }
        }
        super.visitInvokeDynamicInsn(name, descriptor, bootstrap, replaced);
    }

    /** A reference to a method; the call through it has no point of its own. */
    private Handle reference(Handle target) {
        String name = target.getName();
        String descriptor = target.getDesc();
        String declaring = hierarchy.declaring(target.getOwner(), name + descriptor);
        if (Replacements.isMissing(declaring, name, descriptor)) {
            refuse("a reference to " + target.getOwner() + "." + name);
        }
        if (target.getTag() == Opcodes.H_NEWINVOKESPECIAL) {
            String type = Replacements.typeFor(target.getOwner());
            return new Handle(target.getTag(), type, name, descriptor, target.isInterface());
        }
        String hook = Replacements.hookFor(declaring, name);
        if (hook == null) {
            return target;
        }
        int opcode =
                target.getTag() == Opcodes.H_INVOKESTATIC
                        ? Opcodes.INVOKESTATIC
                        : Opcodes.INVOKEVIRTUAL;
        return new Handle(
                Opcodes.H_INVOKESTATIC,
                Replacements.HOOKS,
                hook,
                hookDescriptor(opcode, declaring, hook, descriptor),
                /* isInterface= */ false);
    }
}
