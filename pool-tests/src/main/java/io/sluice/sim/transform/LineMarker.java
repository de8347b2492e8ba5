package io.sluice.sim.transform;

import io.sluice.sim.transform.Lines.Line;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Lets a method tell {@link Lines} which lines it passes: before the first instruction of each. */
final class LineMarker extends MethodVisitor {

    private static final String LINES = Type.getInternalName(Lines.class);

    private final String file;
    private final boolean isInitializer;

    /** The line that begins with the next instruction; not before, since a frame may come first. */
    private @Nullable Line begins;

    LineMarker(MethodVisitor next, String file, boolean isInitializer) {
        super(Opcodes.ASM9, next);
        this.file = file;
        this.isInitializer = isInitializer;
    }

    @Override
    public void visitLineNumber(int number, Label start) {
        super.visitLineNumber(number, start);
        begins = new Line(file, number, isInitializer);
    }

    private void mark() {
        if (begins != null) {
            super.visitLdcInsn(Lines.add(begins));
            super.visitMethodInsn(Opcodes.INVOKESTATIC, LINES, "pass", "(I)V", false);
            begins = null;
        }
    }

    @Override
    public void visitInsn(int opcode) {
        mark();
        super.visitInsn(opcode);
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        mark();
        super.visitIntInsn(opcode, operand);
    }

    @Override
    public void visitVarInsn(int opcode, int variable) {
        mark();
        super.visitVarInsn(opcode, variable);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        if (opcode != Opcodes.NEW) { // frames refer to the label in front of it
            mark();
        }
        super.visitTypeInsn(opcode, type);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        mark();
        super.visitFieldInsn(opcode, owner, name, descriptor);
    }

    @Override
    public void visitMethodInsn(
            int opcode, String owner, String name, String descriptor, boolean isInterface) {
        mark();
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }

    @Override
    public void visitInvokeDynamicInsn(
            String name, String descriptor, Handle bootstrap, Object... arguments) {
        mark();
        super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
    }

    @Override
    public void visitJumpInsn(int opcode, Label target) {
        mark();
        super.visitJumpInsn(opcode, target);
    }

    @Override
    public void visitLdcInsn(Object value) {
        mark();
        super.visitLdcInsn(value);
    }

    @Override
    public void visitIincInsn(int variable, int increment) {
        mark();
        super.visitIincInsn(variable, increment);
    }

    @Override
    public void visitTableSwitchInsn(int least, int most, Label other, Label... labels) {
        mark();
        super.visitTableSwitchInsn(least, most, other, labels);
    }

    @Override
    public void visitLookupSwitchInsn(Label other, int[] keys, Label[] labels) {
        mark();
        super.visitLookupSwitchInsn(other, keys, labels);
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
        mark();
        super.visitMultiANewArrayInsn(descriptor, dimensions);
    }
}
