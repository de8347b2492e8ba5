package io.sluice.jdbc.internal.config;

/**
 * Changes the case of letters one by one. {@link String#toLowerCase()} takes quadratic time and
 * memory for letters that become several.
 */
final class Letters {

    private Letters() {}

    static String lower(String text) {
        char[] letters = text.toCharArray();
        for (int i = 0; i < letters.length; i++) {
            letters[i] = Character.toLowerCase(letters[i]);
        }
        return new String(letters);
    }

    static String upper(String text) {
        char[] letters = text.toCharArray();
        for (int i = 0; i < letters.length; i++) {
            letters[i] = Character.toUpperCase(letters[i]);
        }
        return new String(letters);
    }
}
