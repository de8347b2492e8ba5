package io.sluice.docs;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The texts of errors and warnings as the sources have them: what is fixed in each, with an
 * ellipsis for the rest.
 *
 * <p>A text is an argument of a new exception, of a method that makes one or warns, or of a logger
 * at a level above INFO, or a sentence that is kept or returned before that. A text that is put
 * together with {@code append} gives fragments.
 */
final class ErrorTexts extends TreeScanner<Void, Void> {

    static final String REST = "…";

    /** What the texts of pool-core call a resource of a pool of connections. */
    private static final String NOUN = "connection";

    /** Methods that make an exception from a text, or hand a text to the logger or the user. */
    private static final Set<String> CARRIERS =
            Set.of("refused", "badSource", "badConfiguration", "invalid", "warn", "log", "write");

    private static final Pattern WORDS = Pattern.compile("\\p{Alpha}{2,}.* .*\\p{Alpha}{2,}");
    private static final Pattern FORMAT = Pattern.compile("%[ds]");

    private final SortedSet<String> whole = new TreeSet<>();
    private final SortedSet<String> fragments = new TreeSet<>();

    /** Whether texts that are kept or returned count. */
    private boolean sentences = true;

    private ErrorTexts() {}

    /** Reads all sources below some folders. */
    static ErrorTexts of(List<Path> folders) throws IOException {
        List<Path> sources = new ArrayList<>();
        for (Path folder : folders) {
            try (Stream<Path> files = Files.walk(folder)) {
                files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
            }
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        ErrorTexts texts = new ErrorTexts();
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
            for (CompilationUnitTree unit : task.parse()) {
                unit.accept(texts, null);
            }
        }
        return texts;
    }

    /** Texts as a reader sees them from beginning to end. */
    SortedSet<String> whole() {
        return whole;
    }

    /** Pieces of longer texts. */
    SortedSet<String> fragments() {
        return fragments;
    }

    @Override
    public Void visitNewClass(NewClassTree tree, Void nothing) {
        if (nameOf(tree.getIdentifier()).endsWith("Exception")) {
            tree.getArguments().forEach(argument -> add(whole, argument));
        }
        return super.visitNewClass(tree, nothing);
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree tree, Void nothing) {
        String name = nameOf(tree.getMethodSelect());
        if (name.equals("append")) {
            add(fragments, tree);
            tree.getArguments().forEach(argument -> argument.accept(this, null));
            return null; // what it is appended to is part of the same text
        }
        if (name.equals("write") && tree.getArguments().size() == 4) {
            if (!isForDevelopers(tree)) { // the call names the pool, which the line begins with
                add(whole, "Pool " + REST + ": " + textOf(tree.getArguments().get(2)));
            }
        } else if (CARRIERS.contains(name) && !isForDevelopers(tree)) {
            tree.getArguments().forEach(argument -> add(whole, argument));
        }
        return super.visitMethodInvocation(tree, nothing);
    }

    /** A toString is for debugging. */
    @Override
    public Void visitMethod(MethodTree tree, Void nothing) {
        boolean shown = !tree.getName().contentEquals("toString");
        boolean before = sentences;
        sentences = shown;
        super.visitMethod(tree, nothing);
        sentences = before;
        return null;
    }

    /** A text that is kept before it is used, or is what a method returns. */
    @Override
    public Void visitVariable(VariableTree tree, Void nothing) {
        addSentence(tree.getInitializer());
        return super.visitVariable(tree, nothing);
    }

    @Override
    public Void visitReturn(ReturnTree tree, Void nothing) {
        addSentence(tree.getExpression());
        return super.visitReturn(tree, nothing);
    }

    private void addSentence(Tree text) {
        if (sentences
                && text instanceof BinaryTree
                && Character.isUpperCase(textOf(text).charAt(0))) {
            add(whole, text);
        }
    }

    private static boolean isForDevelopers(MethodInvocationTree tree) {
        String level = tree.getArguments().isEmpty() ? "" : tree.getArguments().get(0).toString();
        return level.endsWith("Level.DEBUG") || level.endsWith("Level.INFO");
    }

    private static void add(Set<String> texts, Tree argument) {
        if (argument instanceof ConditionalExpressionTree either) {
            add(texts, either.getTrueExpression());
            add(texts, either.getFalseExpression());
            return;
        }
        add(texts, textOf(argument));
    }

    private static void add(Set<String> texts, String read) {
        String text = read.replaceAll(REST + "+", REST).replace("\n", " ").strip();
        if (WORDS.matcher(text).find()) {
            texts.add(text);
        }
    }

    private static String textOf(Tree tree) {
        if (tree instanceof LiteralTree literal) {
            Object value = literal.getValue();
            return value instanceof String || value instanceof Character
                    ? FORMAT.matcher(value.toString()).replaceAll(REST)
                    : REST;
        }
        if (tree instanceof BinaryTree sum && sum.getKind() == Tree.Kind.PLUS) {
            return textOf(sum.getLeftOperand()) + textOf(sum.getRightOperand());
        }
        if (tree instanceof ParenthesizedTree inner) {
            return textOf(inner.getExpression());
        }
        if (tree instanceof IdentifierTree && nameOf(tree).equals("noun")) {
            return NOUN;
        }
        if (tree instanceof LambdaExpressionTree later) {
            return textOf(later.getBody());
        }
        if (tree instanceof MethodInvocationTree call
                && call.getMethodSelect() instanceof MemberSelectTree select) {
            if (nameOf(select).equals("noun")) {
                return NOUN;
            }
            String name = select.getIdentifier().toString();
            ExpressionTree receiver = select.getExpression();
            if (name.equals("formatted")) {
                return textOf(receiver);
            }
            if (name.equals("append")) {
                String before = receiver instanceof MethodInvocationTree ? textOf(receiver) : "";
                return before + textOf(call.getArguments().get(0));
            }
        }
        return REST;
    }

    private static String nameOf(Tree tree) {
        if (tree instanceof MemberSelectTree select) {
            return select.getIdentifier().toString();
        }
        return tree instanceof IdentifierTree name ? name.getName().toString() : tree.toString();
    }
}
