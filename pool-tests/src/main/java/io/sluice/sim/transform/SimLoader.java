package io.sluice.sim.transform;

import java.io.IOException;
import java.io.InputStream;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;

/**
 * Loads some packages anew: those of what is simulated rewritten, those of the scenarios as they
 * are. Everything else comes from the parent.
 */
public final class SimLoader extends ClassLoader {

    private final List<String> rewritten;
    private final List<String> asTheyAre;
    private final Predicate<String> lacksMemory;
    private final boolean lacksStack;
    private final Hierarchy hierarchy;
    private final boolean marksLines;
    private final Collection<String> refused = new ConcurrentLinkedQueue<>();

    /**
     * @param rewritten the packages, with what is below them, whose code is simulated
     * @param asTheyAre the packages whose code is loaded anew, because it uses that
     */
    public SimLoader(ClassLoader parent, List<String> rewritten, List<String> asTheyAre) {
        this(
                parent,
                rewritten,
                asTheyAre,
                /* marksLines= */ false,
                name -> false,
                /* lacksStack= */ false);
    }

    /**
     * @param rewritten the packages, with what is below them, whose code is simulated
     * @param asTheyAre the packages whose code is loaded anew, because it uses that
     * @param marksLines whether rewritten code tells {@link Lines} where it goes
     * @param lacksMemory the classes among those rewritten in which memory may be missing
     * @param lacksStack whether the stack may end in rewritten code
     */
    public SimLoader(
            ClassLoader parent,
            List<String> rewritten,
            List<String> asTheyAre,
            boolean marksLines,
            Predicate<String> lacksMemory,
            boolean lacksStack) {
        super(parent);
        this.lacksStack = lacksStack;
        this.marksLines = marksLines;
        this.lacksMemory = lacksMemory;
        this.rewritten = List.copyOf(rewritten);
        this.asTheyAre = List.copyOf(asTheyAre);
        this.hierarchy = new Hierarchy(parent);
    }

    /**
     * Returns what the classes loaded so far do that is not simulated, and where. A simulation that
     * comes there fails.
     */
    public List<String> refused() {
        return List.copyOf(refused);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        boolean isRewritten = rewritten.stream().anyMatch(name::startsWith);
        if (!isRewritten && asTheyAre.stream().noneMatch(name::startsWith)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : define(name, isRewritten);
        }
    }

    private Class<?> define(String name, boolean isRewritten) throws ClassNotFoundException {
        try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] code = in.readAllBytes();
            if (isRewritten) {
                code =
                        Rewriter.rewrite(
                                code,
                                hierarchy,
                                refused,
                                marksLines,
                                lacksMemory.test(name),
                                lacksStack);
            }
            return defineClass(name, code, 0, code.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }
}
