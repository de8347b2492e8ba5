package io.sluice.perf.study.line;

import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Inserts calls of {@link Probe} before all memory accesses of a method. */
final class MethodProbes {

    private static final String PROBE = "io/sluice/perf/study/line/Probe";

    private static final Set<String> UNSAFE = Set.of("jdk/internal/misc/Unsafe", "sun/misc/Unsafe");

    private static final Set<String> STRIPED =
            Set.of(
                    "java/util/concurrent/atomic/LongAdder",
                    "java/util/concurrent/atomic/LongAccumulator",
                    "java/util/concurrent/atomic/DoubleAdder",
                    "java/util/concurrent/atomic/DoubleAccumulator");

    private static final Set<String> CLOCKS = Set.of("nanoTime", "currentTimeMillis");
    private static final Set<String> COUNTS = Set.of("add", "accumulate", "increment", "decrement");
    private static final Set<String> SUMS =
            Set.of("sum", "get", "intValue", "longValue", "floatValue", "doubleValue");

    /** The first version of class files that has class constants. */
    private static final int KNOWS_CLASS_CONSTANTS = Opcodes.V1_5;

    private final ClassNode type;
    private final MethodNode method;
    private final FieldNumbers fields;

    MethodProbes(ClassNode type, MethodNode method, FieldNumbers fields) {
        this.type = type;
        this.method = method;
        this.fields = fields;
    }

    /**
     * Changes the method.
     *
     * @param all false for accesses by {@code Unsafe} only
     */
    void insert(boolean all) {
        AbstractInsnNode[] before = method.instructions.toArray();
        if (before.length == 0) {
            return; // abstract or native
        }
        boolean constructor = method.name.equals("<init>");
        for (int i = constructor ? afterSuper(before) : 0; i < before.length; i++) {
            AbstractInsnNode instruction = before[i];
            if (instruction instanceof MethodInsnNode call) {
                insertBefore(call);
            } else if (all) {
                insertBefore(instruction);
            }
        }
        if (all && (method.access & Opcodes.ACC_SYNCHRONIZED) != 0) {
            insertMonitor(before[0]);
        }
    }

    /**
     * Returns where the superclass's constructor has been called; until then no other thread can
     * see the object. The objects made until then for the arguments are as many as the constructors
     * called on them.
     */
    private static int afterSuper(AbstractInsnNode[] instructions) {
        int made = 0;
        for (int i = 0; i < instructions.length; i++) {
            if (instructions[i].getOpcode() == Opcodes.NEW) {
                made++;
            } else if (instructions[i] instanceof MethodInsnNode call
                    && call.name.equals("<init>")) {
                if (made == 0) {
                    return i + 1;
                }
                made--;
            }
        }
        return instructions.length;
    }

    /** A synchronized method: its monitor is entered and, however the method ends, left. */
    private void insertMonitor(AbstractInsnNode begin) {
        boolean isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
        if (isStatic && (type.version & 0xFFFF) < KNOWS_CLASS_CONSTANTS) {
            return;
        }
        InsnList probes = new InsnList();
        for (int i = 0; i < 2; i++) {
            probes.add(
                    isStatic
                            ? new LdcInsnNode(Type.getObjectType(type.name))
                            : new VarInsnNode(Opcodes.ALOAD, 0));
            probes.add(call("monitor", "(Ljava/lang/Object;)V"));
        }
        method.instructions.insertBefore(begin, probes);
    }

    private void insertBefore(AbstractInsnNode instruction) {
        int opcode = instruction.getOpcode();
        InsnList probe = new InsnList();
        if (instruction instanceof FieldInsnNode field) {
            addField(probe, field);
        } else if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD) {
            add(probe, Opcodes.DUP2); // array, index
            addElement(probe, Probe.READ);
        } else if (opcode == Opcodes.LASTORE || opcode == Opcodes.DASTORE) {
            add(probe, Opcodes.DUP2_X2, Opcodes.POP2, Opcodes.DUP2_X2); // array, index, long value
            addElement(probe, Probe.WRITE);
        } else if (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE) {
            add(probe, Opcodes.DUP_X2, Opcodes.POP, Opcodes.DUP2_X1); // array, index, value
            addElement(probe, Probe.WRITE);
        } else if (opcode == Opcodes.MONITORENTER || opcode == Opcodes.MONITOREXIT) {
            add(probe, Opcodes.DUP);
            probe.add(call("monitor", "(Ljava/lang/Object;)V"));
        }
        method.instructions.insertBefore(instruction, probe);
    }

    private void addField(InsnList probe, FieldInsnNode field) {
        int opcode = field.getOpcode();
        boolean isStatic = opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
        boolean written = opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC;
        if (isStatic) {
            add(probe, Opcodes.ACONST_NULL);
        } else if (written) {
            addOwnerBelow(probe, Type.getType(field.desc));
        } else {
            add(probe, Opcodes.DUP);
        }
        FieldNumbers.Named named =
                new FieldNumbers.Named(field.owner.replace('/', '.'), field.name, isStatic);
        probe.add(new LdcInsnNode(fields.of(named)));
        probe.add(new LdcInsnNode(written ? Probe.WRITE : Probe.READ));
        probe.add(call("field", "(Ljava/lang/Object;II)V"));
    }

    private void addElement(InsnList probe, int access) {
        probe.add(new LdcInsnNode(access));
        probe.add(call("element", "(Ljava/lang/Object;II)V"));
    }

    /** Copies the object below a value. */
    private static void addOwnerBelow(InsnList probe, Type value) {
        if (value.getSize() == 2) {
            add(probe, Opcodes.DUP2_X1, Opcodes.POP2, Opcodes.DUP_X2);
        } else {
            add(probe, Opcodes.DUP2, Opcodes.POP);
        }
    }

    private void insertBefore(MethodInsnNode call) {
        if (call.owner.equals("java/lang/System") && CLOCKS.contains(call.name)) {
            call.owner = PROBE;
        }
        InsnList probe = new InsnList();
        if (UNSAFE.contains(call.owner) && call.desc.startsWith("(Ljava/lang/Object;J")) {
            int access = unsafeAccess(call.name);
            if (access >= 0) {
                addOffset(probe, Type.getArgumentTypes(call.desc), access);
            }
        } else if (STRIPED.contains(call.owner)) {
            int access = COUNTS.contains(call.name) ? Probe.ATOMIC : Probe.READ;
            if (access == Probe.ATOMIC || SUMS.contains(call.name)) {
                Type[] arguments = Type.getArgumentTypes(call.desc);
                if (arguments.length == 0) {
                    add(probe, Opcodes.DUP);
                } else {
                    addOwnerBelow(probe, arguments[0]);
                }
                probe.add(new LdcInsnNode(access));
                probe.add(call("stripe", "(Ljava/lang/Object;I)V"));
            }
        }
        method.instructions.insertBefore(call, probe);
    }

    /** Returns the access of a method of {@code Unsafe}; negative if it touches no memory. */
    private static int unsafeAccess(String name) {
        if (name.startsWith("compareAnd")
                || name.startsWith("weakCompareAnd")
                || name.startsWith("getAnd")) {
            return Probe.ATOMIC;
        }
        if (name.startsWith("put")) {
            return name.endsWith("Volatile") ? Probe.ATOMIC : Probe.WRITE;
        }
        return name.startsWith("get") ? Probe.READ : -1;
    }

    /** Puts the arguments above object and offset aside, and back when the access is recorded. */
    private void addOffset(InsnList probe, Type[] arguments, int access) {
        int[] aside = new int[arguments.length];
        int free = method.maxLocals;
        for (int i = arguments.length - 1; i >= 1; i--) {
            aside[i] = free;
            free += arguments[i].getSize();
            probe.add(new VarInsnNode(arguments[i].getOpcode(Opcodes.ISTORE), aside[i]));
        }
        add(probe, Opcodes.DUP);
        probe.add(new VarInsnNode(Opcodes.LLOAD, aside[1]));
        probe.add(new LdcInsnNode(access));
        probe.add(call("offset", "(Ljava/lang/Object;JI)V"));
        for (int i = 1; i < arguments.length; i++) {
            probe.add(new VarInsnNode(arguments[i].getOpcode(Opcodes.ILOAD), aside[i]));
        }
    }

    private static void add(InsnList probe, int... opcodes) {
        for (int opcode : opcodes) {
            probe.add(new InsnNode(opcode));
        }
    }

    private static MethodInsnNode call(String name, String descriptor) {
        return new MethodInsnNode(Opcodes.INVOKESTATIC, PROBE, name, descriptor, false);
    }
}
