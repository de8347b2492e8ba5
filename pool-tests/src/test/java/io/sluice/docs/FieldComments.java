package io.sluice.docs;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The javadoc of each field in some sources, on one line. A component of a record has the comment
 * of the record.
 */
final class FieldComments extends TreePathScanner<Void, Void> {

    private static final Pattern CONCURRENT =
            Pattern.compile("new Concurrent|ConcurrentHashMap\\.newKeySet");

    private final Map<String, String> comments = new TreeMap<>();
    private final Set<String> concurrent = new TreeSet<>();

    private final DocTrees docs;
    private final Deque<String> owners = new ArrayDeque<>();

    private FieldComments(DocTrees docs) {
        this.docs = docs;
    }

    static FieldComments of(Collection<Path> sources) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task =
                    (JavacTask)
                            compiler.getTask(
                                    null,
                                    files,
                                    null,
                                    List.of("-proc:none"),
                                    null,
                                    files.getJavaFileObjectsFromPaths(sources));
            FieldComments found = new FieldComments(DocTrees.instance(task));
            for (CompilationUnitTree unit : task.parse()) {
                found.scan(unit, null);
            }
            return found;
        }
    }

    /** The comments by {@code Class.field}; empty for a field without one. */
    Map<String, String> comments() {
        return comments;
    }

    /** The fields that a concurrent collection is assigned to where they are declared. */
    Set<String> concurrent() {
        return concurrent;
    }

    @Override
    public Void visitClass(ClassTree type, Void unused) {
        String outer = owners.peek();
        String name = type.getSimpleName().toString();
        owners.push(outer == null ? name : outer + "." + name);
        super.visitClass(type, null);
        owners.pop();
        return null;
    }

    @Override
    public Void visitVariable(VariableTree field, Void unused) {
        String name = owners.element() + "." + field.getName();
        String comment = commentAt(getCurrentPath());
        TreePath parent = getCurrentPath().getParentPath();
        if (comment.isEmpty() && parent.getLeaf().getKind() == Tree.Kind.RECORD) {
            comment = commentAt(parent);
        }
        comments.put(name, comment);
        if (field.getInitializer() != null
                && CONCURRENT.matcher(field.getInitializer().toString()).find()) {
            concurrent.add(name);
        }
        return null;
    }

    /** Variables of methods are no fields. */
    @Override
    public Void visitMethod(MethodTree method, Void unused) {
        return null;
    }

    private String commentAt(TreePath path) {
        String comment = docs.getDocComment(path);
        return comment == null ? "" : comment.strip().replaceAll("\\s+", " ");
    }
}
