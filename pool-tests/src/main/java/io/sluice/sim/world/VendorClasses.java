package io.sluice.sim.world;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/**
 * Objects of drivers whose classes are in packages of their vendors. An interface that is not
 * public puts the class of a proxy into its own package.
 */
final class VendorClasses extends ClassLoader {

    private static final VendorClasses ALL = new VendorClasses();

    private final Map<String, Class<?>> interfaces = new HashMap<>();

    private VendorClasses() {
        super(VendorClasses.class.getClassLoader());
    }

    static <T> T proxy(SimVendor vendor, Class<T> type, InvocationHandler handler) {
        return type.cast(
                Proxy.newProxyInstance(
                        ALL, new Class<?>[] {type, DriverObject.class, ALL.of(vendor)}, handler));
    }

    private synchronized Class<?> of(SimVendor vendor) {
        return interfaces.computeIfAbsent(vendor.names, this::define);
    }

    private Class<?> define(String names) {
        String name = names + "Simulated";
        ClassWriter writer = new ClassWriter(0);
        writer.visit(
                Opcodes.V17,
                Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT,
                name.replace('.', '/'),
                /* signature= */ null,
                "java/lang/Object",
                /* interfaces= */ null);
        writer.visitEnd();
        byte[] code = writer.toByteArray();
        return defineClass(name, code, 0, code.length);
    }
}
