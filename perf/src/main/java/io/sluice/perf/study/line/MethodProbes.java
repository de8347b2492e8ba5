package io.sluice.perf.study.line;

import java.util.regex.Pattern;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Inserts calls of {@link Probe} before all memory accesses of a method. */
final class MethodProbes extends MethodVisitor {

    private static final String PROBE = "io/sluice/perf/study/line/Probe";

    private static final Pattern UNSAFE = Pattern.compile("(jdk/internal|sun)/misc/Unsafe");

    private static final Pattern CLOCKS =
            Pattern.compile("java/lang/System\\.(nanoTime|currentTimeMillis)");

    private static final Pattern COUNTS = Pattern.compile("add|accumulate|increment|decrement");
    private static final Pattern SUMS = Pattern.compile("sum|get|\\w+Value");

    /** Methods of {@code Unsafe}, by what they do to memory. */
    private static final Pattern ATOMIC =
            Pattern.compile("((weakC|c)ompareAnd|getAnd).*|put.*Volatile");

    private static final Pattern PLAIN = Pattern.compile("(get|put).*");

    /** The first version of class files that has class constants. */
    private static final int KNOWS_CLASS_CONSTANTS = Opcodes.V1_5;

    private final ClassNode type;
    private final MethodNode method;
    private final boolean all;

    /** Whether another thread can see the object: not before the superclass has made it. */
    private boolean visible;

    /** How many objects were made until then and wait for their constructors to be called. */
    private int made;

    private MethodProbes(ClassNode type, MethodNode method, boolean all, MethodNode changed) {
        super(Opcodes.ASM9, changed);
        this.type = type;
        this.method = method;
        this.all = all;
        visible = !method.name.equals("<init>");
    }

    /**
     * Returns a method with probes in it.
     *
     * @param all false for accesses by {@code Unsafe} only
     */
    static MethodNode inserted(ClassNode type, MethodNode method, boolean all) {
        String[] exceptions = method.exceptions.toArray(new String[0]);
        MethodNode changed =
                new MethodNode(
                        method.access, method.name, method.desc, method.signature, exceptions);
        method.accept(new MethodProbes(type, method, all, changed));
        return changed;
    }

    /** A synchronized method: its monitor is entered and, however the method ends, left. */
    @Override
    public void visitCode() {
        super.visitCode();
        boolean isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
        if (all
                && (method.access & Opcodes.ACC_SYNCHRONIZED) != 0
                && (!isStatic || (type.version & 0xFFFF) >= KNOWS_CLASS_CONSTANTS)) {
            for (int i = 0; i < 2; i++) {
                if (isStatic) {
                    mv.visitLdcInsn(Type.getObjectType(type.name));
                } else {
                    mv.visitVarInsn(Opcodes.ALOAD, 0);
                }
                probeMonitor();
            }
        }
    }

    @Override
    public void visitTypeInsn(int opcode, String operand) {
        if (opcode == Opcodes.NEW) {
            made++;
        }
        super.visitTypeInsn(opcode, operand);
    }

    @Override
    public void visitInsn(int opcode) {
        if (all && visible) {
            if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD) {
                add(Opcodes.DUP2); // array, index
                probe("element", "(Ljava/lang/Object;II)V", Probe.READ);
            } else if (opcode == Opcodes.LASTORE || opcode == Opcodes.DASTORE) {
                add(Opcodes.DUP2_X2, Opcodes.POP2, Opcodes.DUP2_X2); // array, index, long value
                probe("element", "(Ljava/lang/Object;II)V", Probe.WRITE);
            } else if (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE) {
                add(Opcodes.DUP_X2, Opcodes.POP, Opcodes.DUP2_X1); // array, index, value
                probe("element", "(Ljava/lang/Object;II)V", Probe.WRITE);
            } else if (opcode == Opcodes.MONITORENTER || opcode == Opcodes.MONITOREXIT) {
                add(Opcodes.DUP);
                probeMonitor();
            }
        }
        super.visitInsn(opcode);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        if (all && visible) {
            if (opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC) {
                add(Opcodes.ACONST_NULL);
            } else if (opcode == Opcodes.PUTFIELD) {
                addOwnerBelow(Type.getType(descriptor));
            } else {
                add(Opcodes.DUP);
            }
            mv.visitLdcInsn(owner.replace('/', '.'));
            mv.visitLdcInsn(name);
            boolean read = opcode == Opcodes.GETFIELD || opcode == Opcodes.GETSTATIC;
            probe(
                    "field",
                    "(Ljava/lang/Object;Ljava/lang/String;Ljava/lang/String;I)V",
                    read ? Probe.READ : Probe.WRITE);
        }
        super.visitFieldInsn(opcode, owner, name, descriptor);
    }

    @Override
    public void visitMethodInsn(
            int opcode, String owner, String name, String descriptor, boolean isInterface) {
        boolean clock = visible && CLOCKS.matcher(owner.concat(".").concat(name)).matches();
        Type[] arguments = Type.getArgumentTypes(descriptor);
        if (!visible && name.equals("<init>")) {
            visible = made == 0;
            made--;
        } else if (visible
                && UNSAFE.matcher(owner).matches()
                && descriptor.startsWith("(Ljava/lang/Object;J")) {
            if (ATOMIC.matcher(name).matches()) {
                addOffset(arguments, Probe.ATOMIC);
            } else if (PLAIN.matcher(name).matches()) {
                addOffset(arguments, name.startsWith("put") ? Probe.WRITE : Probe.READ);
            }
        } else if (visible && ProbeInserter.STRIPED.matcher(owner).lookingAt()) {
            boolean counts = COUNTS.matcher(name).matches();
            if (counts || SUMS.matcher(name).matches()) {
                if (arguments.length == 0) {
                    add(Opcodes.DUP);
                } else {
                    addOwnerBelow(arguments[0]);
                }
                probe("stripe", "(Ljava/lang/Object;I)V", counts ? Probe.ATOMIC : Probe.READ);
            }
        }
        super.visitMethodInsn(opcode, clock ? PROBE : owner, name, descriptor, isInterface);
    }

    /** Puts the arguments above object and offset aside, and back when the access is noted. */
    private void addOffset(Type[] arguments, int access) {
        int[] aside = new int[arguments.length];
        int free = method.maxLocals;
        for (int i = arguments.length - 1; i >= 1; i--) {
            aside[i] = free;
            free += arguments[i].getSize();
            mv.visitVarInsn(arguments[i].getOpcode(Opcodes.ISTORE), aside[i]);
        }
        add(Opcodes.DUP);
        mv.visitVarInsn(Opcodes.LLOAD, aside[1]);
        probe("offset", "(Ljava/lang/Object;JI)V", access);
        for (int i = 1; i < arguments.length; i++) {
            mv.visitVarInsn(arguments[i].getOpcode(Opcodes.ILOAD), aside[i]);
        }
    }

    /** Copies the object below a value. */
    private void addOwnerBelow(Type value) {
        if (value.getSize() == 2) {
            add(Opcodes.DUP2_X1, Opcodes.POP2, Opcodes.DUP_X2);
        } else {
            add(Opcodes.DUP2, Opcodes.POP);
        }
    }

    /** The monitor of an object is in its header. */
    private void probeMonitor() {
        add(Opcodes.LCONST_0);
        probe("offset", "(Ljava/lang/Object;JI)V", Probe.ATOMIC);
    }

    private void add(int... opcodes) {
        for (int opcode : opcodes) {
            mv.visitInsn(opcode);
        }
    }

    private void probe(String name, String descriptor, int access) {
        mv.visitLdcInsn(access);
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, PROBE, name, descriptor, false);
    }
}
