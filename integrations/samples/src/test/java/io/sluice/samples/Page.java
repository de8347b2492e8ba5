package io.sluice.samples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The page whose samples these are. */
final class Page {

    private static final Path FILE = Path.of("..", "..", "docs", "frameworks.md");

    private Page() {}

    /** Returns the code blocks in a language. */
    static List<String> samples(String language) throws IOException {
        return Pattern.compile(
                        "^```" + language + "\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL)
                .matcher(Files.readString(FILE))
                .results()
                .map(found -> found.group(1))
                .toList();
    }
}
