package io.sluice.jdbc.internal.config;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;

/** Makes an input smaller that fails: leaves out lines, then tokens, then characters. */
final class InputShrinker {

    private static final int MOST_TRIES = 2_000;

    private final Predicate<Input> fails;
    private int tries;

    /**
     * Creates a shrinker.
     *
     * @param fails whether an input fails for the same reason
     */
    InputShrinker(Predicate<Input> fails) {
        this.fails = fails;
    }

    Input shrink(Input failing) {
        Input lines =
                failing.withLines(less(failing.lines(), left -> fails(failing.withLines(left))));
        Input tokens = eachLine(lines, false);
        return eachLine(tokens, true);
    }

    private Input eachLine(Input input, boolean byCharacter) {
        Input smallest = input;
        for (int i = 0; i < input.lines().size(); i++) {
            List<String> line = input.lines().get(i);
            Input before = smallest;
            int at = i;
            List<String> shorter =
                    less(
                            byCharacter ? characters(line) : line,
                            left -> fails(with(before, at, left)));
            smallest = with(before, at, shorter);
        }
        return smallest;
    }

    private static Input with(Input input, int at, List<String> line) {
        List<List<String>> lines = new ArrayList<>(input.lines());
        lines.set(at, line);
        return input.withLines(lines);
    }

    private static List<String> characters(List<String> tokens) {
        List<String> characters = new ArrayList<>();
        for (String token : tokens) {
            if (TestSecret.isMeantBy(token)) {
                characters.add(token);
            } else {
                token.chars().forEach(c -> characters.add(String.valueOf((char) c)));
            }
        }
        return characters;
    }

    /** Leaves out halves, quarters and so on, as long as what is left fails. */
    private <T> List<T> less(List<T> all, Predicate<List<T>> stillFails) {
        List<T> left = all;
        for (int size = Math.max(1, all.size() / 2); size > 0; size /= 2) {
            for (int from = 0; from < left.size(); ) {
                List<T> shorter = new ArrayList<>(left);
                shorter.subList(from, Math.min(from + size, left.size())).clear();
                if (stillFails.test(Collections.unmodifiableList(shorter))) {
                    left = shorter;
                } else {
                    from += size;
                }
            }
        }
        return left;
    }

    private boolean fails(Input input) {
        return tries++ < MOST_TRIES && fails.test(input);
    }
}
