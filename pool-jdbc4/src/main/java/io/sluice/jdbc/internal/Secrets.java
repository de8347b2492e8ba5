package io.sluice.jdbc.internal;

import java.util.Locale;
import java.util.regex.Pattern;

/** Keeps secrets out of texts. */
public final class Secrets {

    private static final String WORDS =
            "password|passwd|pwd|passphrase|secret|token|credential|apikey|accesskey";

    /**
     * A parameter of a URL whose name speaks of a secret: {@code ?password=...}, {@code ;pwd=...}.
     */
    private static final Pattern PARAMETER =
            Pattern.compile(
                    "([?&;,(:]\\s*[^=?&;,()]*(?:"
                            + WORDS
                            + ")[^=?&;,()]*=)(\\{(?:[^}]|\\}\\})*\\}|[^&;)]*)",
                    Pattern.CASE_INSENSITIVE);

    /** {@code //user:password@host}, as most have it. */
    private static final Pattern LOGIN = Pattern.compile("//([^:/@?;&]+):([^?;&]*)@");

    /** {@code thin:user/password@host}, as Oracle has it. */
    private static final Pattern ORACLE_LOGIN = Pattern.compile(":([^:/@?;&]+)/([^?;&]*)@");

    private Secrets() {}

    /** Says whether the name of a property speaks of a secret. */
    public static boolean isSecret(String property) {
        return Pattern.compile(WORDS).matcher(property.toLowerCase(Locale.ROOT)).find();
    }

    /** Returns the URL with every password replaced. */
    public static String maskUrl(String url) {
        String most = LOGIN.matcher(url).replaceAll("//$1:***@");
        String all = ORACLE_LOGIN.matcher(most).replaceAll(":$1/***@");
        return PARAMETER.matcher(all).replaceAll("$1***");
    }
}
