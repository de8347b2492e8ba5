package io.sluice.pool.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles modules with a change, beside the sources, which stay as they are. */
final class ModuleCompiler {

    private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

    private final Path work;
    private int number;

    /**
     * @param work where classes go
     */
    ModuleCompiler(Path work) {
        this.work = work;
    }

    static String moduleOf(Mutation mutation) {
        return mutation.file().substring(0, mutation.file().indexOf('/'));
    }

    /** Compiles the module, with the change or as it is, and returns where to. */
    Path compile(Mutation mutation, boolean broken) throws IOException {
        Path folder = work.resolve(number++ + (broken ? "-broken" : "-whole"));
        Path module = PROJECT.resolve(moduleOf(mutation));
        Path original = PROJECT.resolve(mutation.file());
        List<Path> sources = new ArrayList<>(List.of(written(mutation, broken, folder)));
        try (Stream<Path> all = Files.walk(module.resolve("src/main/java"))) {
            all.filter(path -> path.toString().endsWith(".java"))
                    .filter(path -> !path.endsWith("module-info.java") && !path.equals(original))
                    .forEach(sources::add);
        }
        return compiled(mutation, folder, sources);
    }

    /**
     * Compiles the changed file alone, against the classes of its module as they are; the whole
     * module where the change may be that of a constant, which is in other classes as well.
     */
    Path compileChanged(Mutation mutation) throws IOException {
        if (mutation.find().contains("static final")) {
            return compile(mutation, /* broken= */ true);
        }
        Path folder = work.resolve(number++ + "-changed");
        return compiled(mutation, folder, List.of(written(mutation, /* broken= */ true, folder)));
    }

    private static Path written(Mutation mutation, boolean broken, Path folder) throws IOException {
        deleteAll(folder); // of an earlier process: its classes would be changed as well
        Path changed = folder.resolve("source").resolve(mutation.file());
        Files.createDirectories(changed.getParent());
        String source = Files.readString(PROJECT.resolve(mutation.file()));
        Files.writeString(changed, broken ? mutation.apply(source) : source);
        return changed;
    }

    private static void deleteAll(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private static Path compiled(Mutation mutation, Path folder, List<Path> sources)
            throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options =
                    List.of(
                            "-d",
                            classes.toString(),
                            "-cp",
                            classPath(),
                            "-proc:none",
                            "--release",
                            "17");
            boolean compiled =
                    compiler.getTask(
                                    messages,
                                    files,
                                    null,
                                    options,
                                    null,
                                    files.getJavaFileObjectsFromPaths(sources))
                            .call();
            assertThat(compiled).as(mutation.name() + " does not compile:\n" + messages).isTrue();
        }
        return classes;
    }

    /** Everything that tests see, and the tests of the libraries. */
    static String classPath() {
        return String.join(
                File.pathSeparator,
                System.getProperty("java.class.path"),
                PROJECT.resolve("pool-core/target/test-classes").toString(),
                PROJECT.resolve("pool-jdbc4/target/test-classes").toString());
    }
}
