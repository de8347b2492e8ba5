package io.sluice.perf.stub;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Completes abstract classes that have only some of the many methods of JDBC: a class that is made
 * here has the others. What the abstract class has is called as if all were written in one class,
 * with no proxy.
 *
 * <p>Such a class has one constructor, and an abstract method {@code another} with the same
 * parameters, which is written here as well. Each method here returns a first object, whose
 * constructor got nulls and zeros; {@code another} makes the rest by a plain call.
 *
 * @param <T> the class
 */
public final class Completion<T> {

    private static final String OWN = Type.getInternalName(Completion.class);
    private static final String REFUSED =
            "(Ljava/lang/String;Ljava/lang/String;)Ljava/sql/SQLException;";

    /** Writes what a missing method does. */
    private interface Body {

        void write(Method method, MethodVisitor code);
    }

    private final ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    private final Class<T> partial;
    private final String superclass;
    private final String made;
    private final List<Method> missing;

    private Completion(Class<T> partial) {
        this.partial = partial;
        superclass = Type.getInternalName(partial);
        made = superclass + "Complete";
        missing =
                Arrays.stream(partial.getMethods())
                        .filter(method -> Modifier.isAbstract(method.getModifiers()))
                        .toList();
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, made, null, superclass, null);
    }

    /**
     * Lets missing methods throw.
     *
     * @param lookup the lookup of the class
     * @param name an object of the class in messages
     * @param idle names of methods without parameters that do nothing instead
     */
    public static <T> T refusing(
            MethodHandles.Lookup lookup, Class<T> partial, String name, String... idle) {
        return new Completion<>(partial)
                .first(lookup, idleOr((method, code) -> refuse(name, method, code), idle));
    }

    /** Lets missing pairs of a getter and a setter keep what is set, and other methods throw. */
    static <T> T keeping(
            MethodHandles.Lookup lookup, Class<T> partial, String name, String... idle) {
        Completion<T> completion = new Completion<>(partial);
        Set<String> once = new HashSet<>();
        List<String> pairs =
                completion.missing.stream()
                        .filter(one -> one.getName().matches("(get|is|set).*"))
                        .filter(one -> one.getName().startsWith("s") == takesSome(one))
                        .map(Completion::property)
                        .filter(property -> !once.add(property)) // its second occurrence
                        .toList();
        return completion.first(
                lookup,
                idleOr(
                        (method, code) -> {
                            if (pairs.contains(property(method))) {
                                completion.keep(method, code);
                            } else {
                                refuse(name, method, code);
                            }
                        },
                        idle));
    }

    /** Lets missing methods do nothing, and return null, false or zero. */
    public static <T> T idle(MethodHandles.Lookup lookup, Class<T> partial) {
        return new Completion<>(partial).first(lookup, Completion::idle);
    }

    private static Body idleOr(Body other, String... idle) {
        return (method, code) -> {
            boolean named = Arrays.asList(idle).contains(method.getName());
            Body body = named && !takesSome(method) ? Completion::idle : other;
            body.write(method, code);
        };
    }

    private static void idle(Method method, MethodVisitor code) {
        Type result = Type.getReturnType(method);
        if (!result.equals(Type.VOID_TYPE)) {
            boolean object = result.getSort() >= Type.ARRAY;
            code.visitInsn(object ? Opcodes.ACONST_NULL : Opcodes.ICONST_0);
        }
        end(code, result);
    }

    /**
     * Lets missing methods call those of another object.
     *
     * @param lookup the lookup of the class
     * @param to the type of that object, which is in the field {@code delegate}
     */
    public static <T> T passing(MethodHandles.Lookup lookup, Class<T> partial, Class<?> to) {
        String superclass = Type.getInternalName(partial);
        return new Completion<>(partial)
                .first(
                        lookup,
                        (method, code) -> {
                            code.visitVarInsn(Opcodes.ALOAD, 0);
                            code.visitFieldInsn(
                                    Opcodes.GETFIELD,
                                    superclass,
                                    "delegate",
                                    Type.getDescriptor(to));
                            load(code, Type.getArgumentTypes(method));
                            code.visitMethodInsn(
                                    Opcodes.INVOKEINTERFACE,
                                    Type.getInternalName(method.getDeclaringClass()),
                                    method.getName(),
                                    Type.getMethodDescriptor(method),
                                    true);
                            end(code, Type.getReturnType(method));
                        });
    }

    private T first(MethodHandles.Lookup lookup, Body body) {
        Constructor<?> constructor = partial.getDeclaredConstructors()[0];
        Class<?>[] classes = constructor.getParameterTypes();
        String descriptor = Type.getConstructorDescriptor(constructor);
        Type[] parameters = Type.getArgumentTypes(descriptor);

        MethodVisitor code = method(Opcodes.ACC_PUBLIC, "<init>", descriptor);
        code.visitVarInsn(Opcodes.ALOAD, 0);
        load(code, parameters);
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, superclass, "<init>", descriptor, false);
        end(code, Type.VOID_TYPE);

        Type result = Type.getType(partial);
        code = method(0, "another", Type.getMethodDescriptor(result, parameters));
        code.visitTypeInsn(Opcodes.NEW, made);
        code.visitInsn(Opcodes.DUP);
        load(code, parameters);
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, made, "<init>", descriptor, false);
        end(code, result);

        for (Method method : missing) {
            String signature = Type.getMethodDescriptor(method);
            body.write(method, method(Opcodes.ACC_PUBLIC, method.getName(), signature));
        }
        Object[] zeros =
                Arrays.stream(classes)
                        .map(one -> Array.get(Array.newInstance(one, 1), 0))
                        .toArray();
        try {
            return partial.cast(
                    lookup.defineClass(writer.toByteArray())
                            .getDeclaredConstructor(classes)
                            .newInstance(zeros));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot complete " + partial, e);
        }
    }

    private MethodVisitor method(int access, String name, String descriptor) {
        return writer.visitMethod(access, name, descriptor, null, null);
    }

    private void keep(Method method, MethodVisitor code) {
        String name = property(method).replaceFirst(" .*", "");
        String type = property(method).replaceFirst(".* ", "");
        code.visitVarInsn(Opcodes.ALOAD, 0);
        if (takesSome(method)) {
            // What is set comes last: a network time-out has an executor before it.
            int slots = Type.getArgumentsAndReturnSizes(Type.getMethodDescriptor(method)) >> 2;
            Type last = Type.getType(type);
            code.visitVarInsn(last.getOpcode(Opcodes.ILOAD), slots - last.getSize());
            code.visitFieldInsn(Opcodes.PUTFIELD, made, name, type);
        } else {
            writer.visitField(0, name, type, null, null).visitEnd();
            code.visitFieldInsn(Opcodes.GETFIELD, made, name, type);
        }
        end(code, Type.getReturnType(method));
    }

    private static boolean takesSome(Method method) {
        return method.getParameterCount() > 0;
    }

    /** Returns the name and the type of what a method gets or sets. */
    private static String property(Method method) {
        Type[] parameters = Type.getArgumentTypes(method);
        return method.getName().replaceFirst("get|is|set", "")
                + " "
                + (takesSome(method)
                        ? parameters[parameters.length - 1]
                        : Type.getReturnType(method));
    }

    private static void refuse(String name, Method method, MethodVisitor code) {
        code.visitLdcInsn(method.getName());
        code.visitLdcInsn(name);
        code.visitMethodInsn(Opcodes.INVOKESTATIC, OWN, "refused", REFUSED, false);
        code.visitInsn(Opcodes.ATHROW);
        code.visitMaxs(0, 0);
    }

    /** Called by the methods that are made here. */
    public static SQLException refused(String what, String name) {
        return new SQLFeatureNotSupportedException(what + ": the " + name + " has no server");
    }

    private static void load(MethodVisitor code, Type... parameters) {
        int slot = 1;
        for (Type parameter : parameters) {
            code.visitVarInsn(parameter.getOpcode(Opcodes.ILOAD), slot);
            slot += parameter.getSize();
        }
    }

    private static void end(MethodVisitor code, Type result) {
        code.visitInsn(result.getOpcode(Opcodes.IRETURN));
        code.visitMaxs(0, 0);
    }
}
