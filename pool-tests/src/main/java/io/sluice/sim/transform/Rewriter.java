package io.sluice.sim.transform;

import java.util.Collection;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Rewrites a class: each of its methods by a {@link MethodRewriter}. */
final class Rewriter extends ClassVisitor {

    /** Where the stack does not end, its look at the stack only touches fresh pages. */
    private static final String STACK_ROOM = "io/sluice/pool/internal/base/StackRoom";

    private final Hierarchy hierarchy;
    private final Collection<String> refused;
    private final boolean lacksMemory;
    private final boolean marksLines;
    private final boolean lacksStack;
    private boolean isInterface;
    private String name = "";
    private String file = "";

    private Rewriter(
            ClassVisitor next,
            Hierarchy hierarchy,
            Collection<String> refused,
            boolean marksLines,
            boolean lacksMemory,
            boolean lacksStack) {
        super(Opcodes.ASM9, next);
        this.lacksStack = lacksStack;
        this.lacksMemory = lacksMemory;
        this.hierarchy = hierarchy;
        this.refused = refused;
        this.marksLines = marksLines;
    }

    /**
     * @param marksLines whether the code tells {@link Lines} where it goes
     * @param lacksMemory whether a simulation may let memory be missing in this code
     * @param lacksStack whether a simulation may let the stack end in this code
     */
    static byte[] rewrite(
            byte[] code,
            Hierarchy hierarchy,
            Collection<String> refused,
            boolean marksLines,
            boolean lacksMemory,
            boolean lacksStack) {
        ClassReader reader = new ClassReader(code);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(
                new Rewriter(writer, hierarchy, refused, marksLines, lacksMemory, lacksStack), 0);
        return writer.toByteArray();
    }

    @Override
    public void visit(
            int version,
            int access,
            String name,
            @Nullable String signature,
            @Nullable String parent,
            String @Nullable [] interfaces) {
        this.name = name;
        this.isInterface = (access & Opcodes.ACC_INTERFACE) != 0;
        super.visit(
                version,
                access,
                name,
                signature,
                parent == null ? null : Replacements.typeFor(parent),
                interfaces);
    }

    @Override
    public void visitSource(@Nullable String source, @Nullable String debug) {
        file = name.substring(0, name.lastIndexOf('/') + 1) + source;
        super.visitSource(source, debug);
    }

    /** Writes a method that only returns; what was in it is left out. */
    private static MethodVisitor nothing(MethodVisitor code) {
        code.visitCode();
        code.visitInsn(Opcodes.RETURN);
        code.visitMaxs(0, 0);
        code.visitEnd();
        return new MethodVisitor(Opcodes.ASM9) {};
    }

    @Override
    public MethodVisitor visitMethod(
            int access,
            String method,
            String descriptor,
            @Nullable String signature,
            String @Nullable [] exceptions) {
        if (!lacksStack && name.equals(STACK_ROOM) && method.equals("require")) {
            return nothing(super.visitMethod(access, method, descriptor, signature, exceptions));
        }
        MethodVisitor next =
                lacksStack && StackPoints.count(access, method)
                        ? StackPoints.split(
                                cv,
                                name,
                                isInterface,
                                access,
                                method,
                                descriptor,
                                signature,
                                exceptions)
                        : super.visitMethod(access, method, descriptor, signature, exceptions);
        MethodVisitor rewriter =
                new MethodRewriter(
                        marksLines ? new LineMarker(next, file, method.equals("<clinit>")) : next,
                        name,
                        method,
                        (access & Opcodes.ACC_SYNCHRONIZED) != 0,
                        hierarchy,
                        refused);
        // A class whose initializer fails is gone for the process, not for the pool alone.
        boolean isOnce = method.equals("<clinit>") || method.equals("toString");
        return lacksMemory && !isOnce ? new MemoryPoints(rewriter) : rewriter;
    }
}
