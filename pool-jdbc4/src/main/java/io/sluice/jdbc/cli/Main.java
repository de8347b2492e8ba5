package io.sluice.jdbc.cli;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Starts the command line of the jar. It needs nothing but the JDK, so that it can look for the jar
 * of {@code sluice-pool-core} itself. The manifest does not name that jar: compilers and servers
 * would warn of a manifest that names a jar which lies elsewhere.
 */
public final class Main {

    static final int OK = 0;
    static final int FAILED = 1;
    static final int USAGE = 2;

    private static final String CLASS_PATH = "--class-path";
    private static final String COMMANDS = "io.sluice.jdbc.cli.Commands";
    private static final String CORE = "sluice-pool-core";
    private static final String OF_CORE = "io.sluice.pool.ResourcePool";

    private Main() {}

    /**
     * Runs a command and ends the process with its exit code: 0 for success, 1 if something is
     * wrong with what was looked at, 2 if the arguments make no sense.
     */
    public static void main(String[] arguments) {
        System.exit(run(List.of(arguments), System.out, System.err));
    }

    private static int run(List<String> arguments, PrintStream out, PrintStream err) {
        List<String> rest = new ArrayList<>(arguments);
        int option = rest.indexOf(CLASS_PATH);
        if (option >= 0 && option == rest.size() - 1) {
            err.println(
                    "error: "
                            + CLASS_PATH
                            + " needs a value: jars, folders, or DIR/* for all jars in DIR");
            return USAGE;
        }
        String classPath = option < 0 ? "" : rest.remove(option + 1);
        if (option >= 0) {
            rest.remove(option);
        }
        List<URL> urls = new ArrayList<>();
        ClassLoader parent = Main.class.getClassLoader();
        try {
            if (!isCoreThere()) {
                parent = new WithoutSluice();
                Path jar = ownJar();
                Path core = jar == null ? null : coreBeside(jar);
                if (jar == null || core == null) {
                    err.println(
                            "error: cannot find "
                                    + CORE
                                    + " beside this jar; put its jar there, or run java -cp"
                                    + " sluice-pool-jdbc4.jar"
                                    + File.pathSeparator
                                    + CORE
                                    + ".jar "
                                    + Main.class.getName());
                    return USAGE;
                }
                urls.add(jar.toUri().toURL());
                urls.add(core.toUri().toURL());
            }
            addTo(urls, classPath);
        } catch (IOException e) {
            err.println("error: " + CLASS_PATH + " cannot be read: " + e);
            return USAGE;
        }
        return run(urls, parent, rest, out, err);
    }

    private static int run(
            List<URL> urls,
            @Nullable ClassLoader parent,
            List<String> arguments,
            PrintStream out,
            PrintStream err) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        // Not closed: a pool's thread may load a class until the process ends, which is next.
        URLClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), parent);
        try {
            thread.setContextClassLoader(loader); // where drivers are looked for
            return (Integer)
                    Class.forName(COMMANDS, true, loader)
                            .getMethod("run", List.class, PrintStream.class, PrintStream.class)
                            .invoke(null, arguments, out, err);
        } catch (InvocationTargetException e) {
            err.println("error: " + e.getCause());
            return FAILED;
        } catch (ReflectiveOperationException e) {
            err.println("error: " + e);
            return FAILED;
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** Hides the classes of this jar, which are useless without the core, from a loader of both. */
    private static final class WithoutSluice extends ClassLoader {

        WithoutSluice() {
            super(Main.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("io.sluice.")) {
                throw new ClassNotFoundException(name);
            }
            return super.loadClass(name, resolve);
        }
    }

    private static boolean isCoreThere() {
        try {
            Class.forName(OF_CORE, false, Main.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private static @Nullable Path ownJar() {
        CodeSource source = Main.class.getProtectionDomain().getCodeSource();
        try {
            return source == null ? null : Path.of(source.getLocation().toURI());
        } catch (URISyntaxException e) {
            return null;
        }
    }

    /** Looks in the folder of the jar, and where a local repository of Maven would have it. */
    private static @Nullable Path coreBeside(Path jar) throws IOException {
        Path folder = jar.getParent();
        if (folder == null) {
            return null;
        }
        Path beside = coreIn(folder);
        if (beside != null) {
            return beside;
        }
        Path version = folder.getFileName();
        Path group =
                version == null || folder.getParent() == null
                        ? null
                        : folder.getParent().getParent();
        Path inRepository =
                group == null ? null : group.resolve(CORE).resolve(String.valueOf(version));
        return inRepository != null && Files.isDirectory(inRepository)
                ? coreIn(inRepository)
                : null;
    }

    private static @Nullable Path coreIn(Path folder) throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(folder, CORE + "*.jar")) {
            for (Path jar : jars) {
                String name = String.valueOf(jar.getFileName());
                if (!name.endsWith("-sources.jar") && !name.endsWith("-javadoc.jar")) {
                    found.add(jar);
                }
            }
        }
        found.sort(null);
        return found.isEmpty() ? null : found.get(found.size() - 1);
    }

    private static void addTo(List<URL> urls, String classPath) throws IOException {
        for (String entry : Arrays.asList(classPath.split(Pattern.quote(File.pathSeparator), -1))) {
            if (entry.endsWith("*")) {
                Path folder = Path.of(entry.substring(0, entry.length() - 1) + ".");
                try (DirectoryStream<Path> jars = Files.newDirectoryStream(folder, "*.jar")) {
                    for (Path jar : jars) {
                        urls.add(url(jar));
                    }
                }
            } else if (!entry.isEmpty()) {
                urls.add(url(Path.of(entry).toRealPath()));
            }
        }
    }

    private static URL url(Path path) throws MalformedURLException {
        return path.toUri().toURL();
    }
}
