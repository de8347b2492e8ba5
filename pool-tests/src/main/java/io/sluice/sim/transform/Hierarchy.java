package io.sluice.sim.transform;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** What classes declare, and what they extend; read from their files. Names are internal ones. */
final class Hierarchy {

    private final ClassLoader source;
    private final Map<String, Declared> known = new HashMap<>();

    private static final class Declared {
        private @Nullable String parent;
        private final Map<String, Integer> fields = new HashMap<>();
        private final Set<String> methods = new HashSet<>();
    }

    Hierarchy(ClassLoader source) {
        this.source = source;
    }

    /** Whether a field may change once its object is made. */
    synchronized boolean isFinal(String owner, String field) {
        for (String type = owner; type != null; type = of(type).parent) {
            Integer access = of(type).fields.get(field);
            if (access != null) {
                return (access & Opcodes.ACC_FINAL) != 0;
            }
        }
        return false; // of an interface, or of the JDK
    }

    /** Returns the class that declares a method, or the one called if none does. */
    synchronized String declaring(String owner, String method) {
        for (String type = owner; type != null; type = of(type).parent) {
            if (of(type).methods.contains(method)) {
                return type;
            }
        }
        return owner;
    }

    private Declared of(String type) {
        Declared declared = known.get(type);
        if (declared == null) {
            declared = read(type);
            known.put(type, declared);
        }
        return declared;
    }

    private Declared read(String type) {
        Declared declared = new Declared();
        try (InputStream file = source.getResourceAsStream(type + ".class")) {
            if (file == null) {
                return declared;
            }
            new ClassReader(file)
                    .accept(
                            new ClassVisitor(Opcodes.ASM9) {
                                @Override
                                public void visit(
                                        int version,
                                        int access,
                                        String name,
                                        @Nullable String signature,
                                        @Nullable String parent,
                                        String @Nullable [] interfaces) {
                                    declared.parent = parent;
                                }

                                @Override
                                public @Nullable FieldVisitor visitField(
                                        int access,
                                        String name,
                                        String descriptor,
                                        @Nullable String signature,
                                        @Nullable Object value) {
                                    declared.fields.put(name, access);
                                    return null;
                                }

                                @Override
                                public @Nullable MethodVisitor visitMethod(
                                        int access,
                                        String name,
                                        String descriptor,
                                        @Nullable String signature,
                                        String @Nullable [] exceptions) {
                                    declared.methods.add(name + descriptor);
                                    return null;
                                }
                            },
                            ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG);
        } catch (IOException e) {
            throw new IllegalStateException("cannot read the class " + type, e);
        }
        return declared;
    }
}
