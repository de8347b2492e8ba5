package io.sluice.perf.study.safepoint;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The flags of a run of the load.
 *
 * @param flags may be none: the virtual machine as it is
 */
record Variant(List<String> flags) {

    private static final Pattern NO_FILE_NAME = Pattern.compile("[^A-Za-z0-9+=.-]");

    /** Keeps a copy of the flags. */
    Variant {
        flags = List.copyOf(flags);
    }

    /**
     * Returns the variants to compare: one without a flag, and one with each.
     *
     * @param flags the flags to compare with
     */
    static List<Variant> compared(List<String> flags) {
        List<Variant> variants = new ArrayList<>();
        variants.add(new Variant(List.of()));
        flags.stream().distinct().forEach(flag -> variants.add(new Variant(List.of(flag))));
        return variants;
    }

    /** Returns a part of a file name that identifies the variant. */
    String fileName() {
        return NO_FILE_NAME.matcher(toString()).replaceAll("_");
    }

    /** Returns the flags, no longer than needed to tell them apart. */
    @Override
    public String toString() {
        return flags.isEmpty()
                ? "default"
                : String.join(" ", flags).replace("-XX:", "").replace(',', ';');
    }
}
