import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Looks at the bundle of a release as a registry and a careful user do: {@code java
 * release/Inspect.java FOLDER VERSION [--signed]}. Prints each finding and ends with 1 if there is
 * one. {@code release/inspect-test} shows that each rule can fail.
 */
public final class Inspect {

    private static final String GROUP = "io.sluice";
    private static final List<String> CHECKSUMS = List.of("MD5", "SHA-1", "SHA-256", "SHA-512");

    /** Libraries that are named modules and bundles, with what each may bring to an application. */
    private static final Map<String, Set<String>> LIBRARIES =
            Map.of(
                    "sluice-pool-core", Set.of(),
                    "sluice-pool-jdbc4", Set.of(GROUP + ":sluice-pool-core"));

    private final Path folder;
    private final String version;
    private final boolean signed;
    private final Set<Path> expected = new TreeSet<>();
    private final List<String> findings = new ArrayList<>();

    private Inspect(Path folder, String version, boolean signed) {
        this.folder = folder.resolve("io").resolve("sluice");
        this.version = version;
        this.signed = signed;
    }

    public static void main(String[] args) throws Exception {
        if (args.length < 2) {
            System.err.println("usage: java release/Inspect.java FOLDER VERSION [--signed]");
            System.exit(2);
        }
        boolean signed = args.length > 2 && args[2].equals("--signed");
        Inspect inspect = new Inspect(Path.of(args[0]), args[1], signed);
        inspect.all();
        inspect.findings.forEach(finding -> System.err.println("bundle: " + finding));
        if (!inspect.findings.isEmpty()) {
            System.exit(1);
        }
    }

    /** Every artifact that the BOM names is there, complete, and nothing else is. */
    private void all() throws Exception {
        artifact("sluice-bom", List.of(".pom", "-cyclonedx.json", "-cyclonedx.xml"));
        Path bomFile = file("sluice-bom", ".pom");
        if (!Files.exists(bomFile)) {
            return;
        }
        Document bom = pom(bomFile);
        metadata("sluice-bom", bom);
        Set<String> managed = new TreeSet<>();
        for (Element dependency : dependencies(bom, "dependencyManagement")) {
            check(GROUP.equals(text(dependency, "groupId")), "sluice-bom: manages " + name(dependency));
            check(version.equals(text(dependency, "version")), "sluice-bom: another version of " + name(dependency));
            managed.add(text(dependency, "artifactId"));
        }
        check(managed.containsAll(LIBRARIES.keySet()), "sluice-bom: lacks one of " + LIBRARIES.keySet());
        for (String artifact : managed) {
            jarArtifact(artifact);
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                check(expected.contains(file), "unexpected file " + folder.relativize(file));
            }
        }
    }

    private void jarArtifact(String artifact) throws Exception {
        List<String> kinds =
                List.of(".pom", ".jar", "-sources.jar", "-javadoc.jar", "-cyclonedx.json", "-cyclonedx.xml");
        if (!artifact(artifact, kinds)) {
            return;
        }
        Document pom = pom(file(artifact, ".pom"));
        metadata(artifact, pom);
        Set<String> brought = new TreeSet<>();
        for (Element dependency : dependencies(pom, null)) {
            String scope = text(dependency, "scope");
            String label = artifact + ": dependency " + name(dependency);
            boolean optional = text(dependency, "optional").equals("true");
            // What the application may bring itself is named with the version that is compiled against.
            boolean mayBeProvided = optional || dependency(dependency, "org.hibernate.orm", "hibernate-core");
            check(
                    Set.of("", "compile", "runtime").contains(scope) || scope.equals("provided") && mayBeProvided,
                    label + " has scope " + scope);
            check(!text(dependency, "version").isEmpty(), label + " has no version");
            if (!optional && !scope.equals("provided")) {
                brought.add(name(dependency));
            }
        }
        if (LIBRARIES.containsKey(artifact)) {
            check(brought.equals(LIBRARIES.get(artifact)), artifact + ": brings " + brought);
        } else {
            check(brought.contains(GROUP + ":sluice-pool-jdbc4"), artifact + ": does not bring the pool");
        }
        if (artifact.equals("sluice-testkit")) { // the application has its own JUnit, or another framework
            check(brought.size() == 1, artifact + ": brings " + brought);
        }
        jars(artifact);
        components(artifact, brought);
    }

    /** Each file with its checksums, and a signature where there is a key. */
    private boolean artifact(String artifact, List<String> kinds) throws Exception {
        boolean complete = true;
        for (String kind : kinds) {
            Path file = file(artifact, kind);
            expected.add(file);
            if (!Files.exists(file)) {
                findings.add("missing " + file.getFileName());
                complete = false;
                continue;
            }
            checksums(file, CHECKSUMS);
            if (signed) {
                Path signature = beside(file, ".asc");
                expected.add(signature);
                check(
                        Files.exists(signature)
                                && Files.readString(signature, ISO_8859_1).startsWith("-----BEGIN PGP SIGNATURE"),
                        "no signature of " + file.getFileName());
            }
        }
        return complete;
    }

    private void checksums(Path file, List<String> algorithms) throws Exception {
        byte[] content = Files.readAllBytes(file);
        for (String algorithm : algorithms) {
            Path sum = checksum(file, algorithm);
            expected.add(sum);
            String actual = HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(content));
            check(
                    Files.exists(sum) && Files.readString(sum).strip().equals(actual),
                    algorithm + " of " + file.getFileName() + " is missing or wrong");
        }
    }

    /** What a registry demands of a pom, and what it must not tell of the build. */
    private void metadata(String artifact, Document pom) {
        Element project = pom.getDocumentElement();
        check(GROUP.equals(text(project, "groupId")), artifact + ": another group in the pom");
        check(artifact.equals(text(project, "artifactId")), artifact + ": another artifact in the pom");
        check(version.equals(text(project, "version")), artifact + ": another version in the pom");
        for (String path :
                List.of(
                        "name", "description", "url", "licenses/license/name", "licenses/license/url",
                        "developers/developer/name", "scm/connection", "scm/developerConnection", "scm/url")) {
            check(!text(project, path).isEmpty(), artifact + ": the pom has no " + path);
        }
        check(("v" + version).equals(text(project, "scm/tag")), artifact + ": scm/tag is not v" + version);
        for (String noise :
                List.of("parent", "build", "profiles", "properties", "modules", "repositories", "pluginRepositories",
                        "distributionManagement", "reporting")) {
            check(child(project, noise) == null, artifact + ": the pom has " + noise);
        }
        if (!artifact.equals("sluice-bom")) {
            check(child(project, "dependencyManagement") == null, artifact + ": the pom has dependencyManagement");
        }
        String all = project.getTextContent();
        check(!all.contains("SNAPSHOT"), artifact + ": the pom names a snapshot");
        check(!all.contains("${"), artifact + ": the pom has a property that nobody fills in");
    }

    private void jars(String artifact) throws IOException {
        Map<String, byte[]> main = entries(file(artifact, ".jar"));
        Map<String, byte[]> sources = entries(file(artifact, "-sources.jar"));
        Map<String, byte[]> javadoc = entries(file(artifact, "-javadoc.jar"));
        check(javadoc.containsKey("index.html"), artifact + ": the javadoc has no index.html");
        check(main.containsKey("META-INF/LICENSE"), artifact + ": no licence in the jar");
        for (Map<String, byte[]> jar : List.of(main, sources, javadoc)) {
            check(
                    !manifest(jar).matches("(?s).*(Created-By: \\d|Jdk-Spec).*"),
                    artifact + ": the manifest names a JDK");
        }
        String manifest = manifest(main);
        if (LIBRARIES.containsKey(artifact)) {
            check(main.containsKey("module-info.class"), artifact + ": no module-info");
            check(manifest.contains("Bundle-SymbolicName: "), artifact + ": not an OSGi bundle");
            check(
                    manifest.contains("Bundle-Version: " + version),
                    artifact + ": another version in the manifest of the bundle");
            check(
                    main.containsKey("META-INF/native-image/" + GROUP + "/" + artifact + "/reachability-metadata.json"),
                    artifact + ": no metadata for native images");
        } else {
            check(manifest.contains("Automatic-Module-Name: "), artifact + ": no name of a module");
        }
        for (Map.Entry<String, byte[]> entry : main.entrySet()) {
            String name = entry.getKey();
            check(!contains(entry.getValue(), "SNAPSHOT") || name.endsWith(".class"), artifact + ": a snapshot in " + name);
            for (String place : List.of(System.getProperty("user.home") + "/", folder.getRoot() + "tmp/")) {
                check(!contains(entry.getValue(), place), artifact + ": a path of the building machine in " + name);
            }
            if (name.endsWith(".class")) {
                int release = release(entry.getValue());
                check(release == 17, artifact + ": " + name + " is for Java " + release);
                String source = name.replaceFirst("(\\$.*)?\\.class$", ".java");
                check(sources.containsKey(source), artifact + ": no source of " + name);
            }
        }
        check(main.keySet().stream().noneMatch(name -> name.matches(".*(Test|IT)\\.class")), artifact + ": tests in the jar");
    }

    /** The list of components names what the pom brings. */
    private void components(String artifact, Set<String> brought) throws IOException {
        String list = Files.readString(file(artifact, "-cyclonedx.json"));
        check(list.contains("\"bomFormat\" : \"CycloneDX\""), artifact + ": no CycloneDX list");
        for (String dependency : brought) {
            String url = "pkg:maven/" + dependency.replace(':', '/') + "@";
            check(list.contains(url), artifact + ": the list of components lacks " + dependency);
        }
        if (artifact.equals("sluice-pool-core")) {
            check(list.split("\"purl\" : ", -1).length == 2, artifact + ": its list of components has others");
        }
        check(!list.contains("SNAPSHOT"), artifact + ": the list of components names a snapshot");
    }

    private void check(boolean holds, String finding) {
        if (!holds) {
            findings.add(finding);
        }
    }

    private Path file(String artifact, String kind) {
        return folder.resolve(artifact).resolve(version).resolve(artifact + "-" + version + kind);
    }

    private static Path checksum(Path file, String algorithm) {
        return beside(file, "." + algorithm.replace("-", "").toLowerCase());
    }

    private static Path beside(Path file, String suffix) {
        return file.resolveSibling(file.getFileName() + suffix);
    }

    private static int release(byte[] type) throws IOException {
        try (DataInputStream in = new DataInputStream(new java.io.ByteArrayInputStream(type))) {
            in.readInt();
            in.readUnsignedShort();
            return in.readUnsignedShort() - 44;
        }
    }

    private static boolean contains(byte[] content, String text) {
        return new String(content, ISO_8859_1).contains(text);
    }

    private static Map<String, byte[]> entries(Path jar) throws IOException {
        Map<String, byte[]> entries = new TreeMap<>();
        try (InputStream in = Files.newInputStream(jar);
                ZipInputStream zip = new ZipInputStream(in)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                entries.put(entry.getName(), zip.readAllBytes());
            }
        }
        return entries;
    }

    private static String manifest(Map<String, byte[]> jar) {
        return new String(jar.getOrDefault("META-INF/MANIFEST.MF", new byte[0]), UTF_8);
    }

    private static Document pom(Path file) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
    }

    private static List<Element> dependencies(Document pom, String below) {
        Element holder = pom.getDocumentElement();
        if (below != null) {
            holder = child(holder, below);
        }
        Element list = holder == null ? null : child(holder, "dependencies");
        return list == null ? List.of() : new ArrayList<>(children(list).values());
    }

    private static boolean dependency(Element dependency, String group, String artifact) {
        return text(dependency, "groupId").equals(group) && text(dependency, "artifactId").equals(artifact);
    }

    private static String name(Element dependency) {
        return text(dependency, "groupId") + ":" + text(dependency, "artifactId");
    }

    private static String text(Element element, String path) {
        Element at = element;
        for (String step : path.split("/")) {
            at = at == null ? null : child(at, step);
        }
        return at == null ? "" : at.getTextContent().strip();
    }

    private static Element child(Element element, String name) {
        for (Element child : children(element).values()) {
            if (child.getTagName().equals(name)) {
                return child;
            }
        }
        return null;
    }

    private static Map<Integer, Element> children(Element element) {
        Map<Integer, Element> children = new LinkedHashMap<>();
        for (Node node = element.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element child) {
                children.put(children.size(), child);
            }
        }
        return children;
    }
}
