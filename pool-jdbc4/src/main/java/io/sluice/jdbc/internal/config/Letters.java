package io.sluice.jdbc.internal.config;

/**
 * Changes the case of the letters of ASCII. No option has others, and some of those have letters of
 * ASCII as their other case.
 */
final class Letters {

    private Letters() {}

    static String lower(String text) {
        return changed(text, 'A', 'Z', 'a' - 'A');
    }

    static String upper(String text) {
        return changed(text, 'a', 'z', 'A' - 'a');
    }

    private static String changed(String text, char first, char last, int change) {
        char[] letters = text.toCharArray();
        for (int i = 0; i < letters.length; i++) {
            if (letters[i] >= first && letters[i] <= last) {
                letters[i] = (char) (letters[i] + change);
            }
        }
        return new String(letters);
    }
}
